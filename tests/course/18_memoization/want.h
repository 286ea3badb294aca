/* want.h - what is right in module 18, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "kv_cache_shared.h"

/* cache_want.c */
Tensor *empty_places_want(long layers, long B, long H, long capacity, long D);
Tensor *empty_lengths_want(long layers, long B);
Tensor *appended_want(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x,
                      const Tensor *other);
Tensor *longer_want(const IntTensor *lengths, long layer, long n);
Tensor *taken_want(const Tensor *places, const Tensor *other, const IntTensor *lengths, long layer);
Tensor *truncated_want(const IntTensor *lengths, long length);
long bytes_want(const KvCache *c);

/* attention_want.c */
Tensor *attended_want(const Tensor *q, const KvCache *c, long layer);

Tensor *mha_want(MultiHeadAttention *a, Tensor *x, const KvCache *c, long layer);

/* gpt_want.c: logits (B, V) of the last of T tokens, the last `n` of which are read now */
Tensor *logits_want(Gpt *g, const int *ids, long B, long T, long n);
Tensor *text_want(Gpt *g, const int *ids, long room, long n, long count, SampleOptions o, Rng rng);

#endif
