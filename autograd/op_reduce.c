/* op_reduce.c - sum, mean, max.
 *
 * Every element of a sum has derivative 1, so the gradient of the result is repeated for each of
 * them: summing forward is broadcasting backward. A maximum passes its gradient to the element that
 * won, in equal shares where several are equal.
 */
#include "autograd.h"

typedef struct {
    bool reduced[TENSOR_MAX_AXES]; /* which axes of the input were summed away */
} ReduceCapture;

/* t, a result or its gradient, with the reduced axes back as size 1: so it broadcasts over the input. */
static Tensor *with_reduced_axes(const Closure *c, Tensor *t)
{
    const ReduceCapture *capture = c->capture;
    const Tensor *a = c->in[0];
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < a->ndim; d++)
        shape[d] = capture->reduced[d] ? 1 : a->shape[d];
    return tensor_reshape(t, a->ndim, shape);
}

static Tensor *new_reduced(const char *operation, Tensor *a, int n, const int *axes, bool keepdims)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = reduced_shape(operation, a, n, axes, keepdims, shape);
    return tensor_new(ndim, shape);
}

/* out, seen with size 1 along the reduced axes, as the kernels want it. */
static Tensor aligned(const char *operation, const Tensor *out, const Tensor *a, int n,
                      const int *axes)
{
    long shape[TENSOR_MAX_AXES];
    Tensor view = *out;
    int ndim = reduced_shape(operation, a, n, axes, true, shape);
    reshape_forward(&view, out, ndim, shape);
    return view;
}

static Tensor *record_reduction(Tensor *out, const Operation *op, Tensor *a, int n, const int *axes)
{
    ReduceCapture capture = {{false}};
    for (int d = 0; d < a->ndim; d++)
        capture.reduced[d] = n == 0;
    for (int i = 0; i < n; i++)
        capture.reduced[axis_index(op->name, axes[i], a)] = true;
    return closure_record(out, op, INPUTS(a), sizeof capture, &capture);
}

static void describe_axes(const Closure *c, char *text, size_t size)
{
    const ReduceCapture *capture = c->capture;
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < c->in[0]->ndim && used < size; d++)
        if (capture->reduced[d])
            used += (size_t)snprintf(text + used, size - used, used ? ",%d" : "axis %d", d);
}

/* ---- sum, mean -------------------------------------------------------------------------------------- */

/* The gradient of the result, repeated for every element that it was made of. */
static Tensor *repeated(const Closure *c, Tensor *dy)
{
    const Tensor *a = c->in[0];
    return tensor_expand(with_reduced_axes(c, dy), a->ndim, a->shape);
}

static void sum_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], repeated(c, dy));
}

static const Operation sum_op = {
    .name = "sum", .backward = sum_backward, .describe = describe_axes};

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = new_reduced("tensor_sum", a, n, axes, keepdims);
    Tensor view = aligned("tensor_sum", out, a, n, axes);
    sum_to(&view, a, 0);
    return record_reduction(out, &sum_op, a, n, axes);
}

static real elements_per_mean(const Tensor *a, const Tensor *out)
{
    long n = tensor_numel(out);
    return n > 0 ? (real)(tensor_numel(a) / n) : 1;
}

static void mean_backward(Closure *c, Tensor *dy)
{
    real n = elements_per_mean(c->in[0], c->out);
    grad_add(c->in[0], repeated(c, tensor_mul_scalar(dy, 1 / n)));
}

static const Operation mean_op = {
    .name = "mean", .backward = mean_backward, .describe = describe_axes};

Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = new_reduced("tensor_mean", a, n, axes, keepdims);
    Tensor view = aligned("tensor_mean", out, a, n, axes);
    sum_to(&view, a, 0);
    scale_forward(out, out,
                  1 / elements_per_mean(a, out)); /* no elements: 0 / 0 is NaN, as in NumPy */
    return record_reduction(out, &mean_op, a, n, axes);
}

/* ---- max ---------------------------------------------------------------------------------------------- */

/* 1 where the element is the maximum, else 0. */
static void winner_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *max = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = x[i] == max[i];
}

static void max_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *max = with_reduced_axes(c, c->out);
    Tensor *winners = tensor_new_like(a), *ties = tensor_new_like(max);
    rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
    sum_to(ties, winners, 0);
    grad_add(a, tensor_mul(winners, tensor_div(with_reduced_axes(c, dy), ties)));
}

static const Operation max_op = {
    .name = "max", .backward = max_backward, .describe = describe_axes};

Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = new_reduced("tensor_max", a, n, axes, keepdims);
    Tensor view = aligned("tensor_max", out, a, n, axes);
    max_to(&view, a);
    return record_reduction(out, &max_op, a, n, axes);
}

IntTensor *tensor_argmax(const Tensor *a, int axis)
{
    int place = axis_index("tensor_argmax", axis, a);
    long shape[TENSOR_MAX_AXES];
    int ndim = reduced_shape("tensor_argmax", a, AXES(place), false, shape);
    IntTensor *index = int_tensor_new(ndim, shape);
    argmax_forward(index, a, axis);
    return index;
}
