/* cross_entropy.h - the pieces cross_entropy.c is made of: the loss of one row of logits, and of
 * some.
 *
 * Private to this room; the course tests the pieces one by one. log sum e^x is kept in two parts:
 * for large logits their sum would round away the part that matters.
 */
#ifndef KINDLING_CROSS_ENTROPY_H
#define KINDLING_CROSS_ENTROPY_H

#include "tensor.h"

/* ---- cross_entropy.c (04) -------------------------------------------------------------------- */

/* log sum e^x = shift + log_sum */
typedef struct {
    real shift;   /* the largest of the row, or 0 where that is -infinity */
    real log_sum; /* log sum e^(x - shift), from 0 to log n; -infinity for a row of -infinity */
} LogSumExp;

LogSumExp row_log_sum_exp(long n, const real *x);
/* -log softmax(x)[target] */
real row_target_loss(const real *x, LogSumExp z, int target);
/* The loss against the uniform distribution over all n classes. */
real row_even_loss(long n, const real *x, LogSumExp z);

/* Some rows of a batch of logits, with n classes each. */
typedef struct {
    long rows, n;
    const real *logits; /* (rows, n): row r begins at logits + r * n */
    const int *targets; /* one for each row, as the next two */
    int ignore_index;   /* a target that does not count */
    real smoothing;
    real *losses, *lse; /* what is written: -log softmax(x)[target], smoothed; shift + log_sum */
} LossBatch;

/* Writes the losses, 0 for a row that does not count, and lse; returns how many rows counted. */
long cross_entropy_batch(const LossBatch *b);

/* ---- stars_loss.c (04) ----------------------------------------------------------------------- */

/* A loss of n logits of classes that have an order, 0 to n - 1: 0 if they are sure of the target,
 * at least `step` more for each class that they are sure of further away, least on average for the
 * true shares. */
double stars_loss(long n, const real *x, int target, double step);

#endif
