/* pattern_want.c - attention in plain loops. */
#include "want.h"

/* May query i see key j? The mask broadcasts; NULL allows everything. */
static double allowed(const Tensor *mask, long b, long h, long i, long j)
{
    long index[4] = {b, h, i, j}, offset = 0;
    for (int d = 0; mask != NULL && d < mask->ndim; d++) {
        long at_ = mask->ndim == 3 && d == 0 /* (B, Tq, Tk): the same for every head */
                       ? b
                       : index[4 - mask->ndim + d];
        offset += (mask->shape[d] == 1 ? 0 : at_) * mask->stride[d];
    }
    return mask == NULL ? 1 : (double)mask->data[offset];
}

/* The weights of q (..., Tq, D) and k (..., Tk, D) with 3 or 4 axes. */
Tensor *pattern_want(const Tensor *q, const Tensor *k, const Tensor *mask)
{
    double D = (double)q->shape[q->ndim - 1];
    Tensor *s = plain_scaled(plain_matmul(q, plain_transpose(k, -2, -1)), 1 / sqrt(D));
    long H = s->ndim == 4 ? s->shape[1] : 1, Tq = s->shape[s->ndim - 2], Tk = s->shape[s->ndim - 1];
    for (long n = 0; n < s->shape[0] * H * Tq * Tk; n++)
        if (allowed(mask, n / (H * Tq * Tk), n / (Tq * Tk) % H, n / Tk % Tq, n % Tk) != 1)
            s->data[n] = (real)-INFINITY;
    return plain_softmax(s, -1);
}

Tensor *output_want(const Tensor *q, const Tensor *k, const Tensor *v, const Tensor *mask)
{
    return plain_matmul(pattern_want(q, k, mask), v);
}
