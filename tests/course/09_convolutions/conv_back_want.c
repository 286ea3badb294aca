/* conv_back_want.c - what flows back through a convolution: each product of the sum gives its share to both of its factors. */
#include "want.h"

/* The products weight[o][c][i][j] * x[b][channel][row][column] that were added up for each of dy; into dweight or dx. */
static void products_back(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                          long groups, Tensor *dweight, Tensor *dx)
{
    w = plain_window_of(weight, w);
    long k[4] = BEFORE_FIRST, in = weight->shape[1], outputs = weight->shape[0] / groups;
    while (plain_next(k, dy))
        for (long n = 0; n < in * w.kernel[0] * w.kernel[1]; n++) {
            long j = n % w.kernel[1], i = n / w.kernel[1] % w.kernel[0];
            long c = n / w.kernel[1] / w.kernel[0], channel = k[1] / outputs * in + c;
            long row = plain_place(&w, 0, k[2], i), column = plain_place(&w, 1, k[3], j);
            if (!inside(x, row, column))
                continue;
            double d = at(dy, 4, k), weighs = at(weight, AT(k[1], c, i, j));
            *number_of(dweight, k[1], c, i, j) += (real)(d * pixel(x, k[0], channel, row, column));
            *number_of(dx, k[0], channel, row, column) += (real)(d * weighs);
        }
}

Tensor *dweight_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w, long groups)
{
    Tensor *dweight = blank(4, weight->shape);
    products_back(x, weight, dy, w, groups, dweight, blank(4, x->shape));
    return dweight;
}

Tensor *dweight_twice_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                           long groups)
{
    Tensor *dweight = blank(4, weight->shape);
    for (int walk = 0; walk < 2; walk++)
        products_back(x, weight, dy, w, groups, dweight, blank(4, x->shape));
    return dweight;
}

Tensor *dx_want(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w, long groups)
{
    Tensor *dx = blank(4, x->shape);
    products_back(x, weight, dy, w, groups, blank(4, weight->shape), dx);
    return dx;
}

Tensor *dbias_want(const Tensor *dy, long walks)
{
    Tensor *db = blank(SHAPE(dy->shape[1]));
    long k[4] = BEFORE_FIRST;
    while (plain_next(k, dy))
        db->data[k[1]] += (real)((double)walks * at(dy, 4, k));
    return db;
}
