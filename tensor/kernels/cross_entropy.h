/* cross_entropy.h - the loss of one row of logits, in the pieces cross_entropy.c is made of.
 *
 * Private to this room; the course tests the pieces one by one. log sum e^x is kept in two parts:
 * for large logits their sum would round away the part that matters.
 */
#ifndef KINDLING_CROSS_ENTROPY_H
#define KINDLING_CROSS_ENTROPY_H

#include "tensor.h"

/* log sum e^x = shift + log_sum */
typedef struct {
    real shift;   /* the largest of the row, or 0 where that is -infinity */
    real log_sum; /* log sum e^(x - shift), from 0 to log n; -infinity for a row of -infinity */
} LogSumExp;

LogSumExp row_log_sum_exp(long n, const real *x);
/* -log softmax(x)[target] */
real row_target_loss(const real *x, LogSumExp z, int target);
/* The same averaged over all n classes as targets: the loss against the uniform distribution. */
real row_even_loss(long n, const real *x, LogSumExp z);

#endif
