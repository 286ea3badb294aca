/* lookup_want.c - rows out of a table and back into it, element by element. */
#include "want.h"

static long count_of(const IntTensor *ids)
{
    long n = 1;
    for (int d = 0; d < ids->ndim; d++)
        n *= ids->shape[d];
    return n;
}

Tensor *rows_want(const Tensor *table, const IntTensor *ids)
{
    long shape[TENSOR_MAX_AXES], C = table->shape[1];
    memcpy(shape, ids->shape, sizeof shape);
    shape[ids->ndim] = C;
    Tensor *t = blank(ids->ndim + 1, shape);
    for (long i = 0; i < count_of(ids) * C; i++)
        t->data[i] = (real)at(table, AT(ids->data[i / C], i % C));
    return t;
}

Tensor *scatter_want(const Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    long C = dtable->shape[1];
    Tensor *t = copy_of(dtable), *rows = copy_of(dy);
    for (long i = 0; i < count_of(ids) * C; i++)
        t->data[ids->data[i / C] * C + i % C] += rows->data[i];
    return t;
}
