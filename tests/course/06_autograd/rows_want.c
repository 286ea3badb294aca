/* rows_want.c - the slopes of tanh and gelu, and what flows back through softmax. */
#include "want.h"

/* ---- 06.12 tanh_backward_row -------------------------------------------------------------------- */

static double tanh_slope(double x)
{
    return 1 - tanh(x) * tanh(x);
}

Tensor *tanh_share_want(const Tensor *x, const Tensor *g)
{
    return plain_pair(g, plain_map(x, tanh_slope), times);
}

/* ---- 06.13 gelu_backward_row -------------------------------------------------------------------- */

static double gelu_slope(double x)
{
    double density = exp(-0.5 * x * x) / sqrt(2 * 3.14159265358979323846);
    return 0.5 * erfc(-x / sqrt(2.0)) + x * density;
}

Tensor *gelu_share_want(const Tensor *x, const Tensor *g)
{
    return plain_pair(g, plain_map(x, gelu_slope), times);
}

/* ---- 06.14 softmax_backward_row ----------------------------------------------------------------- */

/* One row: n numbers that lie `step` apart. */
static void softmax_row(long n, long step, real *dx, const real *dy, const real *y)
{
    double sum = 0;
    for (long j = 0; j < n * step; j += step)
        sum += (double)dy[j] * (double)y[j];
    for (long j = 0; j < n * step; j += step)
        dx[j] = (real)((double)y[j] * ((double)dy[j] - sum));
}

Tensor *softmax_share_want(const Tensor *x, const Tensor *g, int axis)
{
    Tensor *y = plain_softmax(x, axis), *dy = copy_of(g), *dx = blank(x->ndim, x->shape);
    long n = x->shape[axis], step = 1;
    for (int d = axis + 1; d < x->ndim; d++)
        step *= x->shape[d];
    for (long first = 0; first < shape_numel(x->ndim, x->shape); first++)
        if (first / step % n == 0)
            softmax_row(n, step, dx->data + first, dy->data + first, y->data + first);
    return dx;
}
