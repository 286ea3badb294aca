/* draws.h - inputs that several tests of module 09 draw. No two numbers of a window are alike, so that rows and columns
 * cannot change places unseen.
 */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"

/* a, b or b, a */
static inline void draw_pair(long pair[2], long a, long b)
{
    bool turned = draw_seed() >> 63;
    pair[0] = turned ? b : a;
    pair[1] = turned ? a : b;
}

static inline void show_window(Window w)
{
    given("w", "kernel {%ld, %ld}, stride {%ld, %ld}, padding {%ld, %ld}, dilation {%ld, %ld}",
          w.kernel[0], w.kernel[1], w.stride[0], w.stride[1], w.padding[0], w.padding[1],
          w.dilation[0], w.dilation[1]);
}

/* A window of a convolution: 3x2 or 2x3, and what else it has differs too. */
static inline Window draw_window(void)
{
    Window w;
    draw_pair(w.kernel, 3, 2);
    draw_pair(w.stride, 2, 1);
    draw_pair(w.padding, 2, 1);
    draw_pair(w.dilation, 2, 1);
    show_window(w);
    return w;
}

/* A window of a pool, whose padding is at most half of the kernel. */
static inline Window draw_pool(void)
{
    Window w;
    draw_pair(w.kernel, 3, 2);
    draw_pair(w.stride, 2, 1);
    draw_pair(w.padding, 1, 0);
    draw_pair(w.dilation, 2, 1);
    show_window(w);
    return w;
}

/* (B, C, H, W): H from 7 to 9, W one or two more. */
static inline Tensor *draw_images(const char *name, long B, long C)
{
    long H = 7 + (long)(draw_seed() % 3), W = H + 1 + (long)(draw_seed() % 2);
    return draw(name, SHAPE(B, C, H, W));
}

/* The same, as a view: its rows and columns have changed places in memory. */
static inline Tensor *draw_turned_images(const char *name, long B, long C)
{
    long H = 7 + (long)(draw_seed() % 3), W = H + 1 + (long)(draw_seed() % 2);
    return draw_transposed(name, SHAPE(B, C, H, W));
}

/* How many windows stand along an axis of `in` numbers: every number of w is set. */
static inline long windows_along(long in, const Window *w, int axis)
{
    long covered = w->dilation[axis] * (w->kernel[axis] - 1) + 1;
    return (in + 2 * w->padding[axis] - covered) / w->stride[axis] + 1;
}

#endif
