/* max_pool.c - the largest number under each window, and where it stands.
 *
 * All windows are looked at together: for each place of the kernel, a line of results meets a line
 * of the image. Padding is left out, so it never wins. Places come row by row and only a larger
 * number takes over, so of equals the first one wins; NaN wins over all. The twin in tensor/plain/
 * goes window by window.
 */
#include <math.h>
#include "contiguous.h"
#include "images_parts.h"

/* Number s meets x[s stride], which stands at `at` + s stride in its plane. */
static void compete(long begin, long end, real *y, int *index, const real *x, long stride, int at)
{
    for (long s = begin; s < end; s++) {
        real best = y[s], next = x[s * stride];
        bool wins = (next > best) | (index[s] < 0) | ((next != next) & (best == best));
        y[s] = wins ? next : best;
        index[s] = wins ? at + (int)(s * stride) : index[s];
    }
}

static void pool_plane(const PoolPlanes *p, const real *x, real *y, int *index)
{
    for (long k = 0; k < p->out[0] * p->out[1]; k++) {
        y[k] = -(real)INFINITY;
        index[k] = -1;
    }
    for (long i = 0; i < p->w.kernel[0]; i++)
        for (long j = 0; j < p->w.kernel[1]; j++) {
            Shift at = window_shift(&p->w, p->size, p->out, i, j);
            for (long r = 0; r < p->out[0]; r++) {
                long line = shift_line(&p->w, p->size, &at, r);
                long first = line * p->size[1] + at.right, to = r * p->out[1];
                if (line >= 0)
                    compete(at.begin, at.end, y + to, index + to, x + first, p->w.stride[1],
                            (int)first);
            }
        }
}

static void pool_some(long begin, long end, void *context)
{
    const PoolPlanes *p = context;
    long size = p->size[0] * p->size[1], out = p->out[0] * p->out[1];
    for (long k = begin; k < end; k++)
        pool_plane(p, p->x + k * size, p->y + k * out, p->index + k * out);
}

EXERCISE
void max_pool2d_kernel(Tensor *out, IntTensor *index, const Tensor *x, Window w)
{
    Scope *scratch = scope_open();
    const Tensor *from = contiguous_input(x);
    Tensor *y = contiguous_output(out, false);
    PoolPlanes p = pool_planes("max_pool2d_kernel", from, y, w);
    pool_check_index("max_pool2d_kernel", index, out);
    p.index = index->data;
    parallel_for(x->shape[0] * x->shape[1],
                 (int64_t)p.out[0] * p.out[1] * p.w.kernel[0] * p.w.kernel[1], pool_some, &p);
    contiguous_store(out, y);
    scope_close(scratch);
}
