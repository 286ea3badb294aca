/* costs.h - how much arithmetic and how much memory a recorded graph stands for. */
#ifndef COSTS_H
#define COSTS_H

#include "kindling.h"

/* flops: 2 m n k of matrix products and nothing else. bytes: what has to pass between the processor
 * and memory if no operation finds anything in a cache: every input read, every output written. */
typedef struct {
    double flops, bytes;
} Cost;
Cost cost_forward(const Closure *c);
Cost cost_backward(const Closure *c);
/* Forward and backward of all that root depends on. */
Cost cost_graph(Tensor *root);

#endif
