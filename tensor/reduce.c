/* reduce.c - many numbers into fewer.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. So out is walked like an operand that was broadcast to
 * a's shape, with stride 0 along the axes that disappear. Threads share the output, never one
 * element of it, so the order of every sum is fixed.
 */
#include <math.h>
#include "rows.h"

#define GRAIN 16384

int reduced_shape(const char *operation, const Tensor *a, int n, const int *axes, bool keepdims,
                  long *shape)
{
    bool reduced[TENSOR_MAX_AXES] = {false};
    for (int i = 0; i < n; i++) {
        int axis = axis_index(operation, axes[i], a);
        if (reduced[axis])
            fail("%s: axis %d is named twice", operation, axis);
        reduced[axis] = true;
    }
    int ndim = 0;
    for (int d = 0; d < a->ndim; d++) {
        if (!reduced[d] && n > 0)
            shape[ndim++] = a->shape[d];
        else if (keepdims)
            shape[ndim++] = 1;
    }
    return ndim;
}

/* Combine a row of a into a row of out; out_stride 0 means into one element. */
typedef void (*Combine)(long n, real *out, long out_stride, const real *a, long a_stride);

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

/* out already holds what the first element is combined with. */
static void reduce(const char *operation, const Tensor *out, const Tensor *a, Combine combine)
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

/* ---- sum ---------------------------------------------------------------------------------------------- */

/* Blocks are summed in real, the blocks in double: a million terms lose no more than a thousand. */
static real sum_of_row(long n, const real *a, long stride)
{
    enum { BLOCK = 512 };
    double total = 0;
    for (long begin = 0; begin < n; begin += BLOCK) {
        long end = begin + BLOCK < n ? begin + BLOCK : n;
        real sum = 0;
        if (stride == 1) {
#pragma omp simd reduction(+ : sum)
            for (long i = begin; i < end; i++)
                sum += a[i];
        } else {
            for (long i = begin; i < end; i++)
                sum += a[i * stride];
        }
        total += (double)sum;
    }
    return (real)total;
}

static void add_row(long n, real *out, long out_stride, const real *a, long a_stride)
{
    if (out_stride == 0) {
        *out += sum_of_row(n, a, a_stride);
    } else if (out_stride == 1 && a_stride == 1) {
        for (long i = 0; i < n; i++)
            out[i] += a[i];
    } else {
        for (long i = 0; i < n; i++)
            out[i * out_stride] += a[i * a_stride];
    }
}

void sum_to(Tensor *out, const Tensor *a, real beta)
{
    if (beta == 0)
        tensor_fill(out, 0);
    else if (beta != 1)
        scale_forward(out, out, beta);
    reduce("sum_to", out, a, add_row);
}

/* ---- max ---------------------------------------------------------------------------------------------- */

/* The larger of two, and NaN if either is. */
static real larger(real a, real b)
{
    return a > b || a != a ? a : b;
}

static void max_row(long n, real *out, long out_stride, const real *a, long a_stride)
{
    for (long i = 0; i < n; i++)
        out[i * out_stride] = larger(out[i * out_stride], a[i * a_stride]);
}

void max_to(Tensor *out, const Tensor *a)
{
    if (tensor_numel(a) == 0 && tensor_numel(out) > 0)
        fail("tensor_max: shape %s has no elements to take a maximum of", tensor_shape_text(a));
    tensor_fill(out, (real)-INFINITY);
    reduce("max_to", out, a, max_row);
}

void argmax_forward(IntTensor *index, const Tensor *a, int axis)
{
    axis = axis_index("tensor_argmax", axis, a);
    if (a->shape[axis] == 0)
        fail("tensor_argmax: axis %d of %s has no elements", axis, tensor_shape_text(a));
    Tensor last; /* the axis goes last, so that each row is one question */
    transpose_forward(&last, a, axis, axis); /* a copy of the header */
    for (int d = axis; d + 1 < last.ndim; d++) {
        last.shape[d] = a->shape[d + 1];
        last.stride[d] = a->stride[d + 1];
    }
    last.ndim--;
    Walk w;
    WalkPosition p;
    walk_start(&w, last.ndim, last.shape, 1, (const Tensor *[]){&last});
    if (w.rows == 0 || w.n == 0)
        return;
    walk_seek(&w, 0, &p);
    long n = a->shape[axis], stride = a->stride[axis];
    for (long row = 0; row < w.rows; row++, walk_next(&w, &p)) {
        for (long i = 0; i < w.n; i++) {
            const real *x = p.at[0] + i * w.row_stride[0];
            long best = 0;
            for (long j = 1; j < n && x[best * stride] == x[best * stride]; j++)
                if (x[j * stride] > x[best * stride] || x[j * stride] != x[j * stride])
                    best = j;
            index->data[row * w.n + i] = (int)best;
        }
    }
}
