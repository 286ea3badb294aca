/* strips.c - im2col and its transpose for a strip of an image: the fast twins of im2col.c and
 * col2im.c.
 *
 * A row of columns, that of channel c and place (i, j) in the kernel, is the plane c, shifted by
 * (i, j): a piece of a line of it for each line of y, with zeros where the line has ended. Where a
 * line of y meets the image is the same for all lines, so it is found once for each row.
 */
#include <string.h>
#include "images_parts.h"

static long clamped(long x, long low, long high)
{
    return x < low ? low : x > high ? high : x;
}

static Shift shift_of(const ConvLayout *v, long i, long j)
{
    return window_shift(&v->window, v->size, v->out_size, i, j);
}

/* ---- fill ------------------------------------------------------------------------------------ */

/* Whole vectors where `from` has them before `end`: what is written behind the n numbers is written
 * over by what comes next, or is nobody's. */
static void copy_line(real *to, const real *from, long stride, long n, const real *end)
{
    if (stride != 1)
        for (long k = 0; k < n; k++)
            to[k] = from[k * stride];
    else if (end - from >= n + CONV_SPILL)
        for (long k = 0; k < n; k += CONV_SPILL)
            memcpy(to + k, from + k, CONV_SPILL * sizeof(real));
    else
        memcpy(to, from, (size_t)n * sizeof(real));
}

static void clear(real *to, long n)
{
    for (long k = 0; k < n; k++)
        to[k] = 0;
}

static void fill_row(const ConvLayout *v, const Shift *at, const real *plane, long first, long last,
                     real *to, const real *end_of_x)
{
    long width = v->out_size[1], stride = v->window.stride[1];
    long r = first / width, s = first - r * width;
    for (long left = last - first; left > 0; r++, s = 0) {
        long n = s + left < width ? left : width - s, line = shift_line(&v->window, v->size, at, r);
        long begin = clamped(at->begin - s, 0, n), end = clamped(at->end - s, begin, n);
        if (line < 0)
            begin = end = n;
        clear(to, begin);
        if (begin < end)
            copy_line(to + begin, plane + line * v->size[1] + (s + begin) * stride + at->right,
                      stride, end - begin, end_of_x);
        clear(to + end, n - end);
        to += n;
        left -= n;
    }
}

void strip_fill(const ConvLayout *v, const real *x, const real *end_of_x, long channels, long first,
                long last, real *to)
{
    for (long c = 0; c < channels; c++)
        for (long i = 0; i < v->window.kernel[0]; i++)
            for (long j = 0; j < v->window.kernel[1]; j++) {
                Shift at = shift_of(v, i, j);
                fill_row(v, &at, x + c * v->area, first, last, to, end_of_x);
                to += v->row;
            }
}

/* ---- add ------------------------------------------------------------------------------------- */

static void add_line(real *to, const real *from, long stride, long n)
{
    if (stride == 1)
        for (long k = 0; k < n; k++)
            to[k] += from[k];
    else
        for (long k = 0; k < n; k++)
            to[k * stride] += from[k];
}

static void add_row(const ConvLayout *v, const Shift *at, real *plane, long first, long last,
                    const real *from)
{
    long width = v->out_size[1], stride = v->window.stride[1];
    long r = first / width, s = first - r * width;
    for (long left = last - first; left > 0; r++, s = 0) {
        long n = s + left < width ? left : width - s, line = shift_line(&v->window, v->size, at, r);
        long begin = clamped(at->begin - s, 0, n), end = clamped(at->end - s, begin, n);
        if (line >= 0 && begin < end)
            add_line(plane + line * v->size[1] + (s + begin) * stride + at->right, from + begin,
                     stride, end - begin);
        from += n;
        left -= n;
    }
}

void strip_add(const ConvLayout *v, real *dx, long channels, long first, long last,
               const real *from)
{
    for (long c = 0; c < channels; c++)
        for (long i = 0; i < v->window.kernel[0]; i++)
            for (long j = 0; j < v->window.kernel[1]; j++) {
                Shift at = shift_of(v, i, j);
                add_row(v, &at, dx + c * v->area, first, last, from);
                from += v->row;
            }
}
