/* gpt_watch.h - looking inside of a GPT: every activation by name, to be read or replaced. */
/* Its end includes this, and then what needs it: so it stands before the guard. */
#include "../attention.h"
#ifndef KINDLING_GPT_WATCH_H
#define KINDLING_GPT_WATCH_H

#pragma GCC visibility push(default)

/* ---- gpt_watch.c (14): a model's numbers on their way ---------------------------------------- */

/* Called with each activation, in the order in which they are made. It returns x, and nothing has
 * changed, or a tensor of x's shape, with which the model goes on in its place. The numbers of x
 * itself are not to be written. A name is a copy that lives as long as x.
 *     tokens                (B, T, C)      rows of the table
 *     positions             (B, T, C)      tokens and positions; not without such a table
 *     blocks.0.norm1        (B, T, C)      what attention reads
 *     blocks.0.attn.q       (B, H, T, D)   queries, turned if they are to be
 *     blocks.0.attn.k .v    (B, Hkv, T, D) keys and values; of Hkv heads
 *     blocks.0.attn.weights (B, H, T, T)   query x key
 *     blocks.0.attn.heads   (B, H, T, D)   what each head has read
 *     blocks.0.attn         (B, T, C)      what attention adds
 *     blocks.0.middle       (B, T, C)      the stream between the two branches
 *     blocks.0.norm2        (B, T, C)      what the MLP reads
 *     blocks.0.up           (B, T, H)      its hidden channels (2H with a gate), and
 *     blocks.0.hidden       (B, T, H)      the same behind GELU or the gate
 *     blocks.0.mlp          (B, T, C)      what the MLP adds
 *     blocks.0              (B, T, C)      the stream behind the block; then blocks.1.norm1 ...
 *     norm, logits          (B, T, C), (B, T, V) */
typedef Tensor *GptWatch(void *context, const char *name, Tensor *x);
/* gpt_forward without dropout, with someone who looks on: bit for bit its logits (B, T, V) where
 * nothing is replaced. Gradients go back through all of it, and into what took a place. Weights
 * are made beside the output of attention, which costs memory for T x T; where they are replaced,
 * they make that output. PyTorch has register_forward_hook. */
Tensor *gpt_watch(Gpt *g, const IntTensor *ids, OR_NULL const Tensor *padding, GptWatch *watch,
                  void *context);
/* One activation, of the name above; a name that the model does not have fails. */
Tensor *gpt_activation(Gpt *g, const IntTensor *ids, OR_NULL const Tensor *padding,
                       const char *name);
/* Logits (B, T, V) of a model one of whose heads reads nothing: its part of attn.heads is 0. Layer
 * and head count from 0; ones that are not there fail. */
Tensor *gpt_without_head(Gpt *g, const IntTensor *ids, OR_NULL const Tensor *padding, long layer,
                         long head);
/* What the model would say if it ended behind so many blocks: the last norm and the head of the
 * stream there, (B, T, V). 0: of the embeddings; num_layers: gpt_forward. Source: nostalgebraist
 * 2020, "interpreting GPT: the logit lens". */
Tensor *gpt_logit_lens(Gpt *g, const IntTensor *ids, OR_NULL const Tensor *padding, long layers);

#pragma GCC visibility pop
#endif
