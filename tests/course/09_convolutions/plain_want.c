/* plain_want.c - where a window looks, and what it sees there. */
#include "want.h"

const char *const said_of_place[PLACES] = {
    [NO_STRIDE] = "the stride is not used: window r begins at row r * stride[0] - padding[0]",
    [NO_DILATION] = "the dilation is not used: number i of the kernel stands i * dilation further",
    [NO_PADDING] = "the padding was not taken off: the first window begins at -padding",
    [PADDING_ADDED] = "the padding was added: it is taken off, so that the first window begins "
                      "before the image does",
    [STRIDES_SWAPPED] =
        "the strides of rows and columns have changed places: stride[0] is for rows",
    [DILATIONS_SWAPPED] =
        "the dilations of rows and columns have changed places: dilation[0] is for rows",
    [PADDINGS_SWAPPED] =
        "the paddings of rows and columns have changed places: padding[0] is for rows",
};

bool place_shows(const Window *w, Place how)
{
    switch (how) {
    case NO_STRIDE:
        return w->stride[0] != 1 || w->stride[1] != 1;
    case NO_DILATION:
        return w->dilation[0] != 1 || w->dilation[1] != 1;
    case NO_PADDING:
    case PADDING_ADDED:
        return w->padding[0] != 0 || w->padding[1] != 0;
    case STRIDES_SWAPPED:
        return w->stride[0] != w->stride[1];
    case DILATIONS_SWAPPED:
        return w->dilation[0] != w->dilation[1];
    case PADDINGS_SWAPPED:
        return w->padding[0] != w->padding[1];
    default:
        return false;
    }
}

Window plain_filled(Window w, bool pool)
{
    for (int i = 0; i < 2; i++) {
        w.stride[i] = w.stride[i] != 0 ? w.stride[i] : pool ? w.kernel[i] : 1;
        w.dilation[i] = w.dilation[i] != 0 ? w.dilation[i] : 1;
    }
    return w;
}

long plain_out(long in, const Window *w, int axis)
{
    long n = 0, last = w->dilation[axis] * (w->kernel[axis] - 1);
    while (n * w->stride[axis] - w->padding[axis] + last < in + w->padding[axis])
        n++;
    return n;
}

long plain_place(const Window *w, int axis, long at, long k, Place how)
{
    int other = 1 - axis;
    long stride = w->stride[how == STRIDES_SWAPPED ? other : axis];
    long dilation = w->dilation[how == DILATIONS_SWAPPED ? other : axis];
    long padding = w->padding[how == PADDINGS_SWAPPED ? other : axis];
    if (how == NO_STRIDE)
        stride = 1;
    if (how == NO_DILATION)
        dilation = 1;
    if (how == NO_PADDING)
        padding = 0;
    if (how == PADDING_ADDED)
        padding = -padding;
    return at * stride + k * dilation - padding;
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
