/* plain_want.c - where a window looks, and what it sees there. */
#include "want.h"

Window plain_filled(Window w, bool pool)
{
    for (int i = 0; i < 2; i++) {
        w.stride[i] = w.stride[i] != 0 ? w.stride[i] : pool ? w.kernel[i] : 1;
        w.dilation[i] = w.dilation[i] != 0 ? w.dilation[i] : 1;
    }
    return w;
}

Window plain_window_of(const Tensor *weight, Window w)
{
    w.kernel[0] = weight->shape[2];
    w.kernel[1] = weight->shape[3];
    return plain_filled(w, false);
}

long plain_out(long in, const Window *w, int axis)
{
    long n = 0, last = w->dilation[axis] * (w->kernel[axis] - 1);
    while (n * w->stride[axis] - w->padding[axis] + last < in + w->padding[axis])
        n++;
    return n;
}

long plain_place(const Window *w, int axis, long at, long k)
{
    return at * w->stride[axis] + k * w->dilation[axis] - w->padding[axis];
}

bool inside(const Tensor *x, long row, long column)
{
    return row >= 0 && row < x->shape[2] && column >= 0 && column < x->shape[3];
}

double pixel(const Tensor *x, long b, long c, long row, long column)
{
    return inside(x, row, column) ? at(x, AT(b, c, row, column)) : 0;
}

real *number_of(Tensor *t, long a, long b, long c, long d)
{
    return t->data + ((a * t->shape[1] + b) * t->shape[2] + c) * t->shape[3] + d;
}

Tensor *plain_result(const Tensor *x, long channels, const Window *w)
{
    return blank(
        SHAPE(x->shape[0], channels, plain_out(x->shape[2], w, 0), plain_out(x->shape[3], w, 1)));
}

bool plain_next(long k[4], const Tensor *t)
{
    for (int d = 3; plain_numel(t) > 0 && d >= 0; d--) {
        if (++k[d] < t->shape[d])
            return true;
        k[d] = 0;
    }
    return false;
}
