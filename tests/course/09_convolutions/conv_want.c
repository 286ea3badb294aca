/* conv_want.c - convolution as its definition says it. */
#include "want.h"

/* The sum of the window at row k[2] and column k[3], for output k[1] of image k[0]. */
static double sum_of(const Tensor *x, const Tensor *weight, const Window *w, long groups,
                     const long k[4])
{
    long first = k[1] / (weight->shape[0] / groups) * weight->shape[1];
    double sum = 0;
    for (long c = 0; c < weight->shape[1]; c++)
        for (long i = 0; i < w->kernel[0]; i++)
            for (long j = 0; j < w->kernel[1]; j++)
                sum += at(weight, AT(k[1], c, i, j)) * pixel(x, k[0], first + c,
                                                             plain_place(w, 0, k[2], i),
                                                             plain_place(w, 1, k[3], j));
    return sum;
}

Tensor *conv_want(const Tensor *x, const Tensor *weight, const Tensor *bias, Window w, long groups)
{
    w = plain_window_of(weight, w);
    Tensor *y = plain_result(x, weight->shape[0], &w);
    long k[4] = BEFORE_FIRST;
    while (plain_next(k, y))
        *number_of(y, k[0], k[1], k[2], k[3]) =
            (real)(sum_of(x, weight, &w, groups, k) + (bias != NULL ? at(bias, AT(k[1])) : 0));
    return y;
}

/* The result, columns of two images, and half as much as one's for what is small; windows lie at every place. */
double conv_room_want(const Tensor *x, const Tensor *weight, long groups)
{
    long places = x->shape[2] * x->shape[3];
    long column = groups * weight->shape[1] * weight->shape[2] * weight->shape[3];
    long y = x->shape[0] * weight->shape[0] * places;
    return ((double)y + 2.5 * (double)(column * places)) * (double)sizeof(real);
}
