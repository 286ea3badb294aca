/* window.c - windows as a caller writes them, with zeros for what is usual, whether they fit, and
 * how many stand side by side.
 */
#include "tensor.h"

#define LARGEST (1L << (sizeof(long) * 4 - 2)) /* so that no product of two of them overflows */

static void check_number(const char *operation, const char *name, const long number[2], long least)
{
    for (int i = 0; i < 2; i++) {
        if (number[i] > LARGEST)
            fail("%s: the window's %s is {%ld, %ld}, expected at most %ld", operation, name,
                 number[0], number[1], LARGEST);
        if (number[i] < least)
            fail(
                "%s: the window's %s is {%ld, %ld}, expected numbers from %ld: rows, then columns. "
                "hint: .%s = {%ld, %ld}",
                operation, name, number[0], number[1], least, name, least, least);
    }
}

Window window_filled(const char *operation, Window w, const long stride_if_0[2])
{
    for (int i = 0; i < 2; i++) {
        if (w.stride[i] == 0)
            w.stride[i] = stride_if_0[i];
        if (w.dilation[i] == 0)
            w.dilation[i] = 1;
    }
    check_number(operation, "kernel", w.kernel, 1);
    check_number(operation, "stride", w.stride, 1);
    check_number(operation, "padding", w.padding, 0);
    check_number(operation, "dilation", w.dilation, 1);
    return w;
}

/* A kernel of k numbers that are d apart covers d (k - 1) + 1 places. The first window begins where
 * the padding does; each step of the stride takes it nearer to the other end. */
EXERCISE
long window_out(long in, long kernel, long stride, long padding, long dilation)
{
    long covered = dilation * (kernel - 1) + 1;
    long free = in + 2 * padding - covered;
    return free < 0 ? 0 : free / stride + 1;
}

void window_shape(const char *operation, const Tensor *x, const Window *w, long out[2])
{
    if (x->ndim != 4)
        fail(
            "%s: x has shape %s, expected images (B, C, H, W). hint: tensor_unsqueeze adds an axis",
            operation, tensor_shape_text(x));
    for (int i = 0; i < 2; i++) {
        out[i] =
            window_out(x->shape[2 + i], w->kernel[i], w->stride[i], w->padding[i], w->dilation[i]);
        if (out[i] == 0)
            fail("%s: the window covers %ld %s, but x %s has %ld and %ld of padding on each side. "
                 "hint: a smaller kernel or more padding",
                 operation, w->dilation[i] * (w->kernel[i] - 1) + 1, i ? "columns" : "rows",
                 tensor_shape_text(x), x->shape[2 + i], w->padding[i]);
    }
}
