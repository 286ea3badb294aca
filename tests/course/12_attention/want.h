/* want.h - what is right in module 12: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "one_head.h"

/* scores_want.c */
Tensor *scores_want(const Tensor *q, const Tensor *k);
Tensor *scale_want(const Tensor *scores, long head_dim);
Tensor *masked_want(const Tensor *scores, const Tensor *mask); /* mask may be NULL */
Tensor *weights_want(const Tensor *scores);

/* masks_want.c */
Tensor *causal_want(long T);
Tensor *padding_want(const IntTensor *lengths, long T);
Tensor *combined_want(const Tensor *a, const Tensor *b);

/* packed_want.c */
Tensor *packed_want(const IntTensor *documents);
Tensor *packed_rows_want(const IntTensor *documents, bool shared); /* of these queries only */
Tensor *packed_heard_want(const IntTensor *documents);

/* pattern_want.c: mask may be NULL */
Tensor *pattern_want(const Tensor *q, const Tensor *k, const Tensor *mask);
Tensor *output_want(const Tensor *q, const Tensor *k, const Tensor *v, const Tensor *mask);

/* heads_want.c */
Tensor *split_want(const Tensor *x, long H);
Tensor *merged_want(const Tensor *x);

/* mha_want.c */
Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                 const Tensor *mask);
Tensor *looking_back_want(const MultiHeadAttention *a, const Tensor *x,
                          const Tensor *mask); /* with a->causal; mask may be NULL */

/* row_gradient_want.c */
Tensor *row_gradient_want(const Tensor *weights, const Tensor *v, const Tensor *dout);

/* half_softmax_want.c: of a query that has seen all of the keys, scores (n) and v (n, D) */
double largest_want(const Tensor *scores);
double sum_want(const Tensor *scores);
Tensor *taken_want(const Tensor *scores, const Tensor *v); /* (D) */

/* tiles_want.c: what stands there after the tile of queries from `first` on had its turn */
Tensor *tile_out_want(const OneHead *x, long first);
Tensor *tile_lse_want(const OneHead *x, long first);
Tensor *tile_dq_want(const OneHead *x, long first);
Tensor *tile_dk_want(const OneHead *x, long first);
Tensor *tile_dv_want(const OneHead *x, long first);
double tile_room_want(const OneHead *x);    /* bytes, at most */
double tile_fetched_want(const OneHead *x); /* lines of k, or of v, at most */

/* answers_want.c */
double weights_bytes_want(void);
double parameters_8_heads_want(void);
double parameters_1_head_want(void);
double causal_waste_want(void);
double crossover_length_want(void);
double adam_bytes_want(void);
double score_products_want(void);
double training_bytes_want(long L, long H, long T);

#endif
