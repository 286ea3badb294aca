/* combine.c - many numbers into fewer, a row at a time.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. So out is walked like an operand that was broadcast to
 * a's shape, with stride 0 along the axes that disappear. Threads share the output, never one
 * element of it, so the order of every sum is fixed.
 */
#include "combine.h"
#include "rows.h"

#define GRAIN 16384

typedef struct {
    const Tensor *out, *a;
    int axis; /* the axis of out that threads share, -1: none */
    Combine combine;
} Reduction;

/* Reduce the part [begin, end) of the shared axis. */
static void reduce_range(long begin, long end, void *context)
{
    const Reduction *r = context;
    Tensor out = *r->out, a = *r->a;
    if (r->axis >= 0) {
        int axis_of_a = r->axis + a.ndim - out.ndim;
        slice_forward(&out, r->out, r->axis, begin, end, 1);
        slice_forward(&a, r->a, axis_of_a, begin, end, 1);
    }
    Walk w;
    WalkPosition p;
    walk_start(&w, a.ndim, a.shape, 2, (const Tensor *[]){&out, &a});
    walk_seek(&w, 0, &p);
    for (long row = 0; row < w.rows; row++, walk_next(&w, &p))
        r->combine(w.n, p.at[0], w.row_stride[0], p.at[1], w.row_stride[1]);
}

void combine_rows(const char *operation, const Tensor *out, const Tensor *a, Combine combine)
{
    if (!can_broadcast(out, a->ndim, a->shape))
        fail("%s: cannot reduce %s to %s: each axis must stay or become 1", operation,
             tensor_shape_text(a), tensor_shape_text(out));
    if (tensor_numel(a) == 0)
        return;
    Reduction r = {.out = out, .a = a, .axis = -1, .combine = combine};
    for (int d = 0; d < out->ndim; d++)
        if (out->shape[d] > 1 && (r.axis < 0 || out->shape[d] > out->shape[r.axis]))
            r.axis = d;
    if (r.axis < 0) {
        reduce_range(0, 1, &r);
        return;
    }
    long n = out->shape[r.axis]; /* a piece of 2 or more is walked, and summed, like the whole */
    parallel_for(n, GRAIN / (tensor_numel(a) / n) + 2, reduce_range, &r);
}
