/* reduce.c - many numbers into fewer.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. combine.c walks; here is what happens to one row.
 */
#include <math.h>
#include "combine.h"

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

static void sum_row(long n, real *out, long out_stride, const real *a, long a_stride)
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
    combine_rows("sum_to", out, a, sum_row);
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
    combine_rows("max_to", out, a, max_row);
}
