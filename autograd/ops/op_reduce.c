/* op_reduce.c - sum, mean, max, min and the place of the largest along axes: many numbers become
 * one.
 *
 * On the way back one gradient becomes many. Each backward function says which of the numbers that
 * went in made the result, and by how much.
 */
#include <math.h>
#include "op.h"

/* ---- forward --------------------------------------------------------------------------------- */

Tensor *reduction_new(const char *operation, Tensor *a, int n, const int *axes, bool keepdims)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = reduce_shape(operation, a, n, axes, keepdims, shape);
    return tensor_new(ndim, shape);
}

Tensor reduction_aligned(const char *operation, const Tensor *out, const Tensor *a, int n,
                         const int *axes)
{
    long shape[TENSOR_MAX_AXES];
    Tensor view = *out;
    int ndim = reduce_shape(operation, a, n, axes, true, shape);
    reshape_view(&view, out, ndim, shape);
    return view;
}

ReducedAxes reduced_axes(const char *operation, const Tensor *a, int n, const int *axes)
{
    ReducedAxes set = {.ndim = a->ndim};
    for (int d = 0; d < a->ndim; d++)
        set.reduced[d] = n == 0;
    for (int i = 0; i < n; i++)
        set.reduced[tensor_axis(operation, axes[i], a)] = true;
    return set;
}

void describe_axes(const ReducedAxes *axes, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < axes->ndim && used < size; d++)
        if (axes->reduced[d])
            used += (size_t)snprintf(text + used, size - used, used ? ",%d" : "axis %d", d);
}

Tensor *reduction_record(Tensor *out, const Operation *op, Tensor *a, int n, const int *axes)
{
    ReducedAxes set = reduced_axes(op->name, a, n, axes);
    return closure_record(out, op, INPUTS(a), sizeof set, &set);
}

void describe_reduction(const Closure *c, char *text, size_t size)
{
    describe_axes(c->capture, text, size);
}

real elements_per_result(const Tensor *a, const Tensor *out)
{
    long n = tensor_numel(out);
    return n > 0 ? (real)(tensor_numel(a) / n) : 1;
}

/* ---- backward -------------------------------------------------------------------------------- */

Tensor *with_reduced_axes(const Closure *c, Tensor *t)
{
    const ReducedAxes *axes = c->capture;
    const Tensor *a = c->in[0];
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < a->ndim; d++)
        shape[d] = axes->reduced[d] ? 1 : a->shape[d];
    return tensor_reshape(t, a->ndim, shape);
}

/* ---- sum ------------------------------------------------------------------------------------- */

/* Every element of a sum has derivative 1, so the gradient of the result is repeated for each of
 * them: summing forward is broadcasting backward. */
static void sum_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    grad_add(a, tensor_expand(with_reduced_axes(c, dy), a->ndim, a->shape));
}

static const Operation sum_op = {.name = "sum",
                                 .backward = sum_backward,
                                 .describe = describe_reduction,
                                 .flops = flops_per_input};

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_sum", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_sum", out, a, n, axes);
    sum_kernel(&view, a, 0);
    return reduction_record(out, &sum_op, a, n, axes);
}

/* ---- mean ------------------------------------------------------------------------------------ */

/* Each of n elements moves their mean by 1 / n. */
EXERCISE
void mean_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *each = tensor_mul_scalar(dy, 1 / elements_per_result(a, c->out));
    grad_add(a, tensor_expand(with_reduced_axes(c, each), a->ndim, a->shape));
}

static const Operation mean_op = {.name = "mean",
                                  .backward = mean_backward,
                                  .describe = describe_reduction,
                                  .flops = flops_per_input};

Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_mean", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_mean", out, a, n, axes);
    sum_kernel(&view, a, 0);
    real count = elements_per_result(a, out);
    /* 0 / 0 has a sign on some machines */
    scale_kernel(out, out, count > 0 ? 1 / count : (real)NAN);
    return reduction_record(out, &mean_op, a, n, axes);
}

/* ---- max, min -------------------------------------------------------------------------------- */

/* 1 where the element is the one that won, else 0. */
void winner_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *best = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = x[i] == best[i];
}

/* To the element that won, in equal shares where several are equal. */
EXERCISE
void max_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *max = with_reduced_axes(c, c->out);
    Tensor *winners = tensor_new_like(a), *ties = tensor_new_like(max);
    rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
    sum_kernel(ties, winners, 0);
    grad_add(a, tensor_mul(winners, tensor_div(with_reduced_axes(c, dy), ties)));
}

static const Operation max_op = {.name = "max",
                                 .backward = max_backward,
                                 .describe = describe_reduction,
                                 .reads = {READS_INPUT(0) | READS_OUT},
                                 .flops = flops_per_input};

Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_max", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_max", out, a, n, axes);
    max_kernel(&view, a);
    return reduction_record(out, &max_op, a, n, axes);
}

static const Operation min_op = {.name = "min",
                                 .backward = max_backward,
                                 .describe = describe_reduction,
                                 .reads = {READS_INPUT(0) | READS_OUT},
                                 .flops = flops_per_input};

Tensor *tensor_min(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_min", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_min", out, a, n, axes);
    min_kernel(&view, a);
    return reduction_record(out, &min_op, a, n, axes);
}

/* ---- argmax, argmin -------------------------------------------------------------------------- */

/* A place does not move by a little: nothing is recorded. */
static IntTensor *places(const char *operation, const Tensor *a, int axis, bool keepdims,
                         void (*kernel)(IntTensor *index, const Tensor *a, int axis))
{
    axis = tensor_axis(operation, axis, a);
    long shape[TENSOR_MAX_AXES];
    int ndim = reduce_shape(operation, a, AXES(axis), keepdims, shape);
    IntTensor *index = int_tensor_new(ndim, shape);
    kernel(index, a, axis);
    return index;
}

IntTensor *tensor_argmax(const Tensor *a, int axis, bool keepdims)
{
    return places("tensor_argmax", a, axis, keepdims, argmax_kernel);
}

IntTensor *tensor_argmin(const Tensor *a, int axis, bool keepdims)
{
    return places("tensor_argmin", a, axis, keepdims, argmin_kernel);
}
