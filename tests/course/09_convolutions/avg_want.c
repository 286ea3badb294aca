/* avg_want.c - means under windows. */
#include "want.h"

static double mean_of(const Tensor *x, const Window *w, const long k[4], bool count_padding)
{
    double sum = 0;
    long n = 0;
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++) {
            long row = plain_place(w, 0, k[2], i), column = plain_place(w, 1, k[3], j);
            n += count_padding || inside(x, row, column);
            sum += pixel(x, k[0], k[1], row, column);
        }
    return n == 0 ? 0 : sum / (double)n;
}

Tensor *mean_want(const Tensor *x, Window w, bool count_padding)
{
    w = plain_filled(w, true);
    Tensor *y = plain_result(x, x->shape[1], &w);
    long k[4] = BEFORE_FIRST;
    while (plain_next(k, y))
        *number_of(y, k[0], k[1], k[2], k[3]) = (real)mean_of(x, &w, k, count_padding);
    return y;
}
