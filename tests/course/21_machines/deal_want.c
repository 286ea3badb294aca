/* deal_want.c - 21.4: how short a step can be: every cut is tried. */
#include "want.h"

/* Shares up to `rows_end`, and ranks up to `speed_end`. */
static double try_cuts(const int *rows, const int *rows_end, const real *speed,
                       const real *speed_end)
{
    if (speed == speed_end)
        return rows == rows_end ? 0 : 1e30;
    double best = 1e30, own = 0;
    for (const int *cut = rows;; own += *cut++) {
        double rest = try_cuts(cut, rows_end, speed + 1, speed_end);
        double takes = own == 0 ? 0 : *speed == 0 ? 1e30 : own / (double)*speed;
        double both = takes > rest ? takes : rest;
        best = both < best ? both : best;
        if (cut == rows_end)
            return best;
    }
}

Tensor *best_deals_want(const IntTensor *rows, const Tensor *speed)
{
    long deals = rows->shape[0], S = rows->shape[1], R = speed->shape[1];
    Tensor *t = blank(SHAPE(deals));
    for (long i = 0; i < deals; i++)
        t->data[i] = (real)try_cuts(rows->data + i * S, rows->data + (i + 1) * S,
                                    speed->data + i * R, speed->data + (i + 1) * R);
    return t;
}

Tensor *bound_want(const IntTensor *rows, const Tensor *speed)
{
    long deals = rows->shape[0], S = rows->shape[1], R = speed->shape[1];
    Tensor *t = blank(SHAPE(deals));
    for (long i = 0; i < deals; i++) {
        double all = 0, together = 0;
        for (const int *row = rows->data + i * S; row < rows->data + (i + 1) * S; row++)
            all += *row;
        for (const real *s = speed->data + i * R; s < speed->data + (i + 1) * R; s++)
            together += (double)*s;
        t->data[i] = (real)(all / together);
    }
    return t;
}
