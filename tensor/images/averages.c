/* averages.c - what the mean under each window and its way back have in common.
 *
 * As in max_pool.c, for each place of the kernel a line of results meets a line of the image. What
 * is in the padding is 0: it counts as a number or, without count_padding, not at all.
 */
#include "images_parts.h"

/* How many of the kernel's places lie in the image for window `at` along an axis. */
static long places_inside(const PoolPlanes *p, int axis, long at)
{
    long inside = 0, first = at * p->w.stride[axis] - p->w.padding[axis];
    for (long k = 0; k < p->w.kernel[axis]; k++) {
        long place = first + k * p->w.dilation[axis];
        inside += place >= 0 && place < p->size[axis];
    }
    return inside;
}

/* share[k] = 1 / how many numbers window k is the mean of, 0 for none; the same for all planes. */
static void fill_shares(const PoolPlanes *p, real *share)
{
    for (long r = 0; r < p->out[0]; r++) {
        long rows = p->count_padding ? p->w.kernel[0] : places_inside(p, 0, r);
        for (long s = 0; s < p->out[1]; s++) {
            long count = rows * (p->count_padding ? p->w.kernel[1] : places_inside(p, 1, s));
            *share++ = count > 0 ? 1 / (real)count : 0;
        }
    }
}

/* y meets x at every place of the kernel: sums of x into y or, backward, of y into x. */
static void walk_plane(const PoolPlanes *p, real *x, real *y, bool backward)
{
    long stride = p->w.stride[1];
    for (long i = 0; i < p->w.kernel[0]; i++)
        for (long j = 0; j < p->w.kernel[1]; j++) {
            Shift at = window_shift(&p->w, p->size, p->out, i, j);
            for (long r = 0; r < p->out[0]; r++) {
                long line = shift_line(&p->w, p->size, &at, r);
                if (line < 0)
                    continue;
                real *in = x + line * p->size[1] + at.right, *out = y + r * p->out[1];
                for (long s = at.begin; s < at.end && !backward; s++)
                    out[s] += in[s * stride];
                for (long s = at.begin; s < at.end && backward; s++)
                    in[s * stride] += out[s];
            }
        }
}

static void average_some(long begin, long end, void *context)
{
    const Averages *a = context;
    const PoolPlanes *p = &a->p;
    long size = p->size[0] * p->size[1], out = p->out[0] * p->out[1];
    for (long k = begin; k < end; k++) {
        real *y = p->y + k * out;
        for (long i = 0; i < out; i++)
            y[i] = a->dy != NULL ? a->dy[k * out + i] * a->share[i] : 0;
        walk_plane(p, p->x + k * size, y, a->dy != NULL);
        for (long i = 0; i < out && a->dy == NULL; i++)
            y[i] *= a->share[i];
    }
}

void averages_run(Averages *a, const Tensor *x, bool count_padding)
{
    PoolPlanes *p = &a->p;
    p->count_padding = count_padding;
    real *share = scope_alloc(scope_current(), (size_t)(p->out[0] * p->out[1]) * sizeof(real));
    fill_shares(p, share);
    a->share = share;
    parallel_for(x->shape[0] * x->shape[1],
                 (int64_t)p->out[0] * p->out[1] * p->w.kernel[0] * p->w.kernel[1], average_some, a);
}
