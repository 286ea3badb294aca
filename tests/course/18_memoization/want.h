/* want.h - what is right in module 18, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "kv_cache_shared.h"
#include "reading.h"

/* plain_want.c: the parts of a model in plain loops, right */
Tensor *plain_linear(const Linear *l, const Tensor *x);
Tensor *plain_norm(const LayerNorm *n, const Tensor *x);
Tensor *plain_mlp(const Block *b, const Tensor *x);
Tensor *plain_split(const Tensor *x, long H);
Tensor *plain_merge(const Tensor *heads);
Tensor *plain_part(const MultiHeadAttention *a, const Tensor *x, int which);
int plain_token(const double *logits, long V, double temperature, uint64_t *state);

/* cache_want.c, append_want.c */
Tensor *empty_places_want(long layers, long B, long H, long capacity, long D);
Tensor *empty_lengths_want(long layers, long B);
bool sizes_are_checked(void);
Tensor *appended_want(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x,
                      const Tensor *other);
Tensor *appended_to_row_want(const Tensor *places, const IntTensor *lengths, long layer,
                             const Tensor *x);
Tensor *longer_want(const IntTensor *lengths, long layer, long n);
bool stays_where_it_is(void);
bool room_is_checked(void);
Tensor *taken_want(const Tensor *places, const Tensor *other, const IntTensor *lengths, long layer);
Tensor *truncated_want(const IntTensor *lengths, long length);
Tensor *truncated_row_want(const IntTensor *lengths, long length); /* of row 0 alone */
bool length_is_checked(void);
bool cut_is_seen(void);
long bytes_want(const KvCache *c);
long row_bytes_want(const KvCache *c);

/* attention_want.c, mha_want.c */
Tensor *attended_want(const Tensor *q, const KvCache *c, long layer);
bool keys_are_checked(void);
Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer);
Tensor *grown_keys_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer);
Tensor *grown_values_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c,
                          long layer);
long mha_length_want(long before, long n);
Tensor *attended_plainly(const Tensor *q, const KvCache *c, long layer);
bool causality_is_checked(void);

/* gpt_want.c: logits (B, V) of the last token of each row */
Tensor *logits_want(Reading r);
Tensor *plain_logits(Reading r);
long peak_growth_want(long tokens);
long graph_want(void);
long dropped_want(void);
long training_want(void);
long growth_want(void);
long moved_logits_want(long V);

/* text_want.c */
Tensor *text_want(const Gpt *g, const int *ids, long room, long n, long count, SampleOptions o,
                  Rng rng);
Tensor *likely_text_want(const Gpt *g, const int *ids, long room, long n, long count, Rng rng);
long tokens_read_want(const Gpt *g, long n, long count);
long read_on_want(long n, long before, long count);

/* answers_want.c */
double token_bytes_want(void);
double cache_bytes_want(void);
double grouped_bytes_want(void);
double tokens_read_of_256_want(void);
double tokens_read_once_want(void);
double tokens_per_second_want(void);
double rows_to_equal_want(void);
double tokens_refilled_want(void);

#endif
