/* clip_want.c - gradients clipped by their common norm. */
#include "want.h"

static double square_of(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < shape_numel(t->ndim, t->shape); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sum;
}

double norm_want(const Tensor *a, const Tensor *b)
{
    return sqrt(square_of(a) + square_of(b));
}

/* As parameters.h joins them. */
Tensor *clipped_want(const Tensor *a, const Tensor *b, double max_norm)
{
    long n = shape_numel(a->ndim, a->shape), m = shape_numel(b->ndim, b->shape);
    double norm = norm_want(a, b), factor = isfinite(norm) ? fmin(1, max_norm / (norm + 1e-6)) : 1;
    Tensor *both = n == m ? blank(SHAPE(2, n)) : blank(SHAPE(n + m));
    for (long i = 0; i < n + m; i++)
        both->data[i] = (real)(factor * (double)(i < n ? a->data[i] : b->data[i - n]));
    return both;
}
