/* op_reduce.c - mean and max, forward. Backward is reduce_backward.c. */
#include "op.h"

/* ---- mean ---------------------------------------------------------------------------------------------- */

static const Operation mean_op = {
    .name = "mean", .backward = mean_backward, .describe = describe_reduction};

Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_mean", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_mean", out, a, n, axes);
    sum_kernel(&view, a, 0);
    scale_kernel(out, out, 1 / elements_per_result(a, out)); /* of nothing: 0 / 0, as in NumPy */
    return reduction_record(out, &mean_op, a, n, axes);
}

/* ---- max ---------------------------------------------------------------------------------------------- */

/* 1 where the element is the maximum, else 0. */
void winner_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *max = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = x[i] == max[i];
}

static const Operation max_op = {
    .name = "max", .backward = max_backward, .describe = describe_reduction};

Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_max", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_max", out, a, n, axes);
    max_kernel(&view, a);
    return reduction_record(out, &max_op, a, n, axes);
}
