/* nn.h - layers, losses, data, optimizers, training: everything around the gradient.
 *
 * A Module is a bag of named parameters and named children; a layer is a struct whose first member
 * is a Module, so that walking, counting, saving, loading and freeing are written once. Modules and
 * their parameters are owned: they outlive scopes and end with module_free. Results of a forward
 * call live in the innermost open scope.
 */
#ifndef KINDLING_NN_H
#define KINDLING_NN_H

#include "layers/module.h"         /* named parameters, buffers, children */
#include "layers/layers.h"         /* Linear to Sequential */
#include "layers/image_layers.h"   /* Conv2d, pools, BatchNorm2d, Flatten */
#include "losses/losses.h"         /* none, sum or mean; weights of classes */
#include "optim/optimizer.h"       /* SGD to AdamW, schedules */
#include "data/data.h"             /* datasets, loaders, MNIST, characters */
#include "data/transform.h"        /* pictures flipped, padded, cropped; CIFAR-10 */
#include "text/bpe.h"              /* byte-level BPE: bytes, merges, tokens */
#include "text/sentence_piece.h"   /* pieces with scores: tokenizer.bin of llama2.c */
#include "train/share.h"           /* a batch in shares, and their sums */
#include "train/ranks.h"           /* processes that train one model together */
#include "compress/quantize.h"     /* weights as codes of 8 and 4 bits */
#include "train/train.h"           /* the training loop, weights and checkpoints in files */
#include "compress/compress.h"     /* pruned, shrunk, of low rank, distilled */
#include "compress/lora.h"         /* going on from a trained model with few numbers */
#include "statistics/statistics.h" /* what measurements say, and how sure that is */
#include "statistics/benchmark.h"  /* programs timed in turn */
#include "statistics/pareto.h"     /* which of them nobody beats in everything */
#include "measure/clock.h"         /* a clock as an argument */
#include "measure/timing.h"        /* runs, medians, percentiles */
#include "measure/costs.h"         /* parameters, flops, bytes, the roofline */
#include "measure/trace.h"         /* spans, self times, memory events */
#include "measure/counters.h"      /* what the machine counts, and its peaks */

#endif
