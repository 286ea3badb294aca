/* pack_want.c - the bytes of a tensor. */
#include "want.h"

enum { BEHIND = 4, UNTOUCHED = 0x5C };

long bytes_want(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return t->ndim == 2 ? 1 + 4 * t->shape[1] + n : 1 + 4 * n;
}

/* Codes are made of floats. */
static float scale_of(const Tensor *t, long j)
{
    double largest = 0;
    for (long i = 0; i < t->shape[0]; i++)
        largest = fmax(largest, fabs((double)(float)at(t, AT(i, j))));
    return (float)(largest / 127);
}

static void put_matrix(unsigned char *bytes, const Tensor *t)
{
    long R = t->shape[0], C = t->shape[1];
    bytes[0] = 'Q';
    for (long j = 0; j < C; j++) {
        float scale = scale_of(t, j);
        artefact_put_float(bytes + 1 + 4 * j, scale);
        for (long i = 0; i < R; i++) {
            double exact = scale > 0 ? (double)(float)at(t, AT(i, j)) / (double)scale : 0;
            bytes[1 + 4 * C + i * C + j] = (unsigned char)(int)fmax(fmin(rint(exact), 127), -127);
        }
    }
}

Tensor *packed_want(const Tensor *t)
{
    long n = bytes_want(t);
    unsigned char *bytes = scope_alloc(scope_current(), (size_t)n);
    bytes[0] = 'F';
    if (t->ndim == 2)
        put_matrix(bytes, t);
    for (long i = 0; t->ndim != 2 && i < n / 4; i++)
        artefact_put_float(bytes + 1 + 4 * i, (float)t->data[i]);
    Tensor *out = blank(SHAPE(n + BEHIND));
    for (long i = 0; i < n + BEHIND; i++)
        out->data[i] = (real)(i < n ? bytes[i] : UNTOUCHED);
    return out;
}
