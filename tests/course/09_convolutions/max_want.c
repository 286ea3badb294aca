/* max_want.c - largest numbers and their places. */
#include "want.h"

typedef struct {
    double value;
    long row, column; /* row -1: no number is there */
} Found;

/* The first of the largest, row by row; the first NaN before all numbers. */
static Found largest_of(const Tensor *x, const Window *w, const long k[4])
{
    Found best = {-INFINITY, -1, -1};
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++) {
            long row = plain_place(w, 0, k[2], i), column = plain_place(w, 1, k[3], j);
            if (!inside(x, row, column) || isnan(best.value))
                continue;
            double next = pixel(x, k[0], k[1], row, column);
            if (best.row < 0 || isnan(next) || next > best.value)
                best = (Found){next, row, column};
        }
    return best;
}

static Tensor *pooled(const Tensor *x, Window w, bool places)
{
    w = plain_filled(w, true);
    Tensor *y = plain_result(x, x->shape[1], &w);
    long k[4] = BEFORE_FIRST;
    while (plain_next(k, y)) {
        Found f = largest_of(x, &w, k);
        double place = f.row < 0 ? -1 : (double)(f.row * x->shape[3] + f.column);
        *number_of(y, k[0], k[1], k[2], k[3]) = (real)(places ? place : f.value);
    }
    return y;
}

Tensor *largest_want(const Tensor *x, Window w)
{
    return pooled(x, w, false);
}

Tensor *places_want(const Tensor *x, Window w)
{
    return pooled(x, w, true);
}
