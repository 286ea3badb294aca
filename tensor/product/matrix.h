/* matrix.h - the last two axes of a tensor as a matrix, those before as a batch (inside
 * tensor/). */
#ifndef KINDLING_MATRIX_H
#define KINDLING_MATRIX_H

#include "engine.h"

static inline long rows_of(const Tensor *t)
{
    return t->shape[t->ndim - 2];
}

static inline long columns_of(const Tensor *t)
{
    return t->shape[t->ndim - 1];
}

/* The axes before the matrix as a tensor of their own (for broadcasting). */
static inline Tensor batch_of(const Tensor *t)
{
    Tensor batch = *t;
    batch.ndim = t->ndim > 2 ? t->ndim - 2 : 0;
    return batch;
}

/* ---- matmul_shape.c (01): fail, before anything is read -------------------------------------- */

void matmul_check_axes(const char *operation, const Tensor *a, const Tensor *b); /* no scalars */
/* inner_a, inner_b: the sizes that both are summed over. Says which transpose may be missing. */
void matmul_check_inner(const char *operation, const Tensor *a, const Tensor *b, long inner_a,
                        long inner_b);
void matmul_check_batch(const char *operation, const Tensor *a, const Tensor *b);

#endif
