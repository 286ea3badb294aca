/* matrix_want.c - a matrix of codes by loops over its columns. */
#include "want.h"

/* The largest |w| of rows [i, i + rows) and columns [j, j + columns). */
static double largest_of(const Tensor *w, long i, long rows, long j, long columns)
{
    double largest = 0;
    for (long r = i; r < i + rows; r++)
        for (long c = j; c < j + columns; c++)
            largest = fmax(largest, fabs(at(w, AT(r, c))));
    return largest;
}

/* Of the number at (i, j). */
static double scale_of(const Tensor *w, long i, long j, QuantScheme s)
{
    long in = w->shape[0], group = s.group > 0 ? s.group : in;
    if (s.group == PER_TENSOR)
        return largest_of(w, 0, in, 0, w->shape[1]) / 127;
    return largest_of(w, i / group * group, group, j, 1) / 127;
}

static Tensor *codes8(const Tensor *w, QuantScheme s)
{
    long in = w->shape[0], out = w->shape[1];
    Tensor *t = blank(SHAPE(out, in));
    for (long i = 0; i < in; i++)
        for (long j = 0; j < out; j++)
            t->data[j * in + i] = (real)round(at(w, AT(i, j)) / scale_of(w, i, j, s));
    return t;
}

/* ---- nibbles ------------------------------------------------------------------------------------------- */

/* From 0, of the 32 in column j from row i on; the first of equals. */
static double furthest(const Tensor *w, long i, long j)
{
    double far = 0;
    for (long r = i; r < i + 32; r++)
        if (fabs(at(w, AT(r, j))) > fabs(far))
            far = at(w, AT(r, j));
    return far;
}

static double code4(const Tensor *w, long i, long j)
{
    return fmin(15, trunc(at(w, AT(i, j)) / (furthest(w, i / 32 * 32, j) / -8) + 8.5));
}

static Tensor *codes4(const Tensor *w)
{
    long in = w->shape[0], out = w->shape[1];
    Tensor *t = blank(SHAPE(out, in / 2));
    for (long j = 0; j < out; j++)
        for (long byte = 0; byte < in / 2; byte++) {
            long i = byte / 16 * 32 + byte % 16;
            t->data[j * in / 2 + byte] = (real)(code4(w, i, j) + 16 * code4(w, i + 16, j));
        }
    return t;
}

Tensor *matrix_codes_want(const Tensor *w, QuantScheme s)
{
    return s.bits == 4 ? codes4(w) : codes8(w, s);
}

/* ---- scales ---------------------------------------------------------------------------------------------- */

Tensor *matrix_scales_want(const Tensor *w, QuantScheme s)
{
    long in = w->shape[0], out = w->shape[1], groups = s.group > 0 ? in / s.group : 1;
    Tensor *t = blank(SHAPE(s.group == PER_TENSOR ? 1 : out * groups));
    for (long k = 0; k < t->shape[0]; k++) {
        long j = k / groups, i = k % groups * s.group;
        if (s.group <= 0)
            t->data[k] = (real)(float)scale_of(w, 0, j, s);
        else
            t->data[k] = (real)half_from_float(
                (float)(s.bits == 4 ? furthest(w, i, j) / -8 : scale_of(w, i, j, s)));
    }
    return t;
}
