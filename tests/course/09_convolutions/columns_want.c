/* columns_want.c - windows as columns, and back. */
#include "want.h"

/* Row (c, i, j), window (r, s) of image b, and the pixel that stands there. */
typedef struct {
    long place, row, column;
} Seen;

static Seen seen_at(const Tensor *x, const Window *w, const long out[2], const long k[6])
{
    long b = k[0], c = k[1], i = k[2], j = k[3], r = k[4], s = k[5];
    long row = (c * w->kernel[0] + i) * w->kernel[1] + j;
    long rows = x->shape[1] * w->kernel[0] * w->kernel[1];
    return (Seen){(b * rows + row) * out[0] * out[1] + r * out[1] + s, plain_place(w, 0, r, i),
                  plain_place(w, 1, s, j)};
}

/* Counts k up from b = 0 to the last column of the last window: b, c, i, j, r, s. */
static bool next_of(long k[6], const Tensor *x, const Window *w, const long out[2])
{
    const long size[6] = {x->shape[0], x->shape[1], w->kernel[0], w->kernel[1], out[0], out[1]};
    for (int d = 5; d >= 0; d--) {
        if (++k[d] < size[d])
            return true;
        k[d] = 0;
    }
    return false;
}

Tensor *columns_want(const Tensor *x, Window w)
{
    w = plain_filled(w, false);
    long out[2] = {plain_out(x->shape[2], &w, 0), plain_out(x->shape[3], &w, 1)}, k[6] = {0};
    Tensor *columns =
        blank(SHAPE(x->shape[0], x->shape[1] * w.kernel[0] * w.kernel[1], out[0] * out[1]));
    do {
        Seen seen = seen_at(x, &w, out, k);
        columns->data[seen.place] = (real)pixel(x, k[0], k[1], seen.row, seen.column);
    } while (next_of(k, x, &w, out));
    return columns;
}

Tensor *pixels_want(const Tensor *dx, const Tensor *columns, Window w)
{
    w = plain_filled(w, false);
    long out[2] = {plain_out(dx->shape[2], &w, 0), plain_out(dx->shape[3], &w, 1)}, k[6] = {0};
    Tensor *t = copy_of(dx);
    do {
        Seen seen = seen_at(dx, &w, out, k);
        if (inside(dx, seen.row, seen.column))
            *number_of(t, k[0], k[1], seen.row, seen.column) += columns->data[seen.place];
    } while (next_of(k, dx, &w, out));
    return t;
}

double product_want(const Tensor *x, const Tensor *columns, Window w)
{
    Tensor *of_x = columns_want(x, w);
    double sum = 0;
    for (long i = 0; i < plain_numel(of_x); i++)
        sum += (double)of_x->data[i] * (double)columns->data[i];
    return sum;
}
