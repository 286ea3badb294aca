/* matrix.h - the last two axes of a tensor as a matrix, those before as a batch (inside tensor/). */
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

#endif
