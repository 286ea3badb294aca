/* compress_check.h - compress.h, and what its files are given. For them alone. */
#ifndef KINDLING_COMPRESS_CHECK_H
#define KINDLING_COMPRESS_CHECK_H

#include "compress.h"
#include "forms.h"
#include "nn.h"
#include "sort_numbers.h"

/* ---- prune.c, channels.c, shrink.c, low_rank.c, distill.c (16): a caller's mistakes ---------- */

/* Each fails, and returns if all is well. */

void prune_cut_check(const ParameterList *list, double fraction);
void prune_mask_check(const char *operation, const Tensor *mask, const Tensor *w);
void prune_mask_2_4_check(const Tensor *mask, const Tensor *w);
void channels_check(long n, long keep);
void channels_norms_check(const double *norm, long n); /* none is NaN */
void keep_check(const char *operation, const char *what, long n, long keep, const long *which);
void low_rank_check(const Linear *l, long rank);
void distillation_check(const Tensor *student, const Tensor *teacher, double temperature);
void distillation_alpha_check(double alpha);

/* ---- lora_forward.c (16): shapes that do not fit each other fail ----------------------------- */

void lora_check(const Tensor *x, const Tensor *weight, const Tensor *a, const Tensor *b);

/* ---- prune.c, low_rank.c (16): given parts --------------------------------------------------- */

double *prune_room(long n); /* n doubles, in the innermost scope; in front of them NaN */
/* A Linear whose numbers are all 0, to be filled. */
Linear *low_rank_layer(long in, long out, bool bias);

/* ---- compress_plan.c (16): a form for each layer --------------------------------------------- */

/* A linear layer in one of three forms; what is not set is NULL. */
typedef struct {
    Tensor *whole;        /* (in, out) */
    Csr *sparse;          /* (out, in): the weight turned over */
    Tensor *left, *right; /* (in, r) and (r, out) */
    Tensor *bias;         /* (out); NULL: none */
} StoredLayer;
size_t stored_bytes(const StoredLayer *s); /* of all that is set */
/* n layers with a relu between any two become stored[0] to stored[n - 1], in the innermost scope,
 * of at most `bytes` together. x (rows, in) are rows as they come into the first one; inputs and
 * outputs between layers may be fewer. bytes: an eighth of what the layers take, or more. */
void compress_plan(StoredLayer *stored, long n, Linear *const layer[], Tensor *x, size_t bytes);
void compress_plan_check(long n, Linear *const layer[], const Tensor *x);

#endif
