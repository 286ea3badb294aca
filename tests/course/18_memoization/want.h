/* want.h - what is right in module 18: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "kv_cache_shared.h"
#include "reading.h"

/* plain_want.c: the parts of a model in plain loops, right */
Tensor *plain_linear(const Linear *l, const Tensor *x);
Tensor *plain_norm(const LayerNorm *n, const Tensor *x);
Tensor *plain_mlp(const Block *b, const Tensor *x);
Tensor *plain_merge(const Tensor *heads);
Tensor *plain_part(const MultiHeadAttention *a, const Tensor *x, int which);
int plain_token(const double *logits, long V, double temperature, uint64_t *state);

/* cache_want.c, append_want.c */
Tensor *appended_want(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x);
Tensor *longer_want(const IntTensor *lengths, long layer, long n);
Tensor *taken_want(const Tensor *places, const IntTensor *lengths, long layer);
Tensor *numbered_want(int ndim, const long *shape, double from); /* from, 2 from, 3 from ... */
double lines_of_a_head_want(const Tensor *places, long T);
double bytes_of_places_want(const Tensor *places); /* keys and values */

/* attention_want.c, mha_want.c */
Tensor *attended_want(const Tensor *q, const KvCache *c, long layer);
Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer);
Tensor *grown_keys_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer);
Tensor *grown_values_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c,
                          long layer);

/* gpt_want.c: logits (B, V) of the last token of each row */
Tensor *logits_want(Reading r);

/* text_want.c */
Tensor *text_want(const Gpt *g, const int *ids, long room, long n, long count, SampleOptions o,
                  Rng rng);
long tokens_read_want(const Gpt *g, long n, long count);

/* answers_want.c */
double token_bytes_want(void);
double text_bytes_want(long layers, long H, long D, long tokens);
double grouped_bytes_want(void);
double tokens_read_of_256_want(void);
double tokens_read_once_want(void);
double tokens_per_second_want(void);
double rows_to_equal_want(void);
double tokens_refilled_want(void);

#endif
