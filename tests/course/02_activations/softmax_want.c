/* softmax_want.c - rows of scores in double. */
#include "want.h"

typedef struct {
    double shift, sum; /* what is subtracted, and the sum of e^(x - shift) */
} Row;

typedef double (*OfRow)(double x, Row r);

static Row row_of(long n, const real *x)
{
    Row r = {.shift = -INFINITY};
    for (long i = 0; i < n; i++)
        r.shift = fmax(r.shift, (double)x[i]);
    if (r.shift == -INFINITY)
        r.shift = 0;
    for (long i = 0; i < n; i++)
        r.sum += exp((double)x[i] - r.shift);
    return r;
}

/* f of every number along the axis; with one, of the first of each row. */
static Tensor *rows_with(const Tensor *x, int axis, bool one, OfRow f)
{
    const Tensor *in = plain_transpose(x, axis, -1);
    long n = in->shape[in->ndim - 1], rows = 1, shape[TENSOR_MAX_AXES];
    memcpy(shape, in->shape, sizeof shape);
    for (int d = 0; d < in->ndim - 1; d++)
        rows *= shape[d];
    long kept = shape[in->ndim - 1] = one ? 1 : n;
    Tensor *out = blank(in->ndim, shape);
    for (long i = 0; i < rows * kept; i++) {
        const real *row = in->data + i / kept * n;
        out->data[i] = (real)f((double)row[i % kept], row_of(n, row));
    }
    return plain_transpose(out, axis, -1);
}

/* ---- 02.5 softmax_row --------------------------------------------------------------------------------- */

static double softmax(double x, Row r)
{
    return r.sum == 0 ? 0 : exp(x - r.shift) / r.sum;
}

Tensor *softmax_want(const Tensor *x, int axis)
{
    return rows_with(x, axis, false, softmax);
}

/* ---- 02.6 logsumexp_row ----------------------------------------------------------------------------------- */

static double logsumexp(double x, Row r)
{
    (void)x;
    return r.shift + log(r.sum);
}

Tensor *logsumexp_want(const Tensor *x, int axis)
{
    return rows_with(x, axis, true, logsumexp);
}

/* ---- 02.7 log_softmax_row -------------------------------------------------------------------------------- */

static double log_softmax(double x, Row r)
{
    return x - r.shift - (r.sum == 0 ? 0 : log(r.sum));
}

Tensor *log_softmax_want(const Tensor *x, int axis)
{
    return rows_with(x, axis, false, log_softmax);
}
