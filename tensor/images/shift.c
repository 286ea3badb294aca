/* shift.c - an image as one place of the kernel sees it: the same image, shifted by that place.
 *
 * Which columns then lie in the image is the same for every line, so it is found once.
 */
#include "images_parts.h"

/* The first s >= 0 with s stride >= distance. */
static long steps_to(long distance, long stride)
{
    return distance > 0 ? (distance + stride - 1) / stride : 0;
}

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

Shift window_shift(const Window *w, const long size[2], const long out[2], long i, long j)
{
    Shift at = {.down = i * w->dilation[0] - w->padding[0],
                .right = j * w->dilation[1] - w->padding[1]};
    at.end = smaller(steps_to(size[1] - at.right, w->stride[1]), out[1]);
    at.begin = smaller(steps_to(-at.right, w->stride[1]), at.end);
    return at;
}

long shift_line(const Window *w, const long size[2], const Shift *at, long r)
{
    long line = r * w->stride[0] + at->down;
    return line >= 0 && line < size[0] ? line : -1;
}
