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

/* ---- prune.c, low_rank.c (16): given parts --------------------------------------------------- */

double *prune_room(long n); /* n doubles, in the innermost scope; in front of them NaN */
/* A Linear whose numbers are all 0, to be filled. */
Linear *low_rank_layer(long in, long out, bool bias);

#endif
