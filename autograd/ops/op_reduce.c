/* op_reduce.c - sum, mean, max and the place of the largest along axes. Backward of mean and max is
 * reduce_backward.c.
 */
#include "op.h"

typedef struct {
    bool reduced[TENSOR_MAX_AXES]; /* which axes of the input were summed away */
} ReduceCapture;

/* ---- forward ------------------------------------------------------------------------------------------- */

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

Tensor *reduction_record(Tensor *out, const Operation *op, Tensor *a, int n, const int *axes)
{
    ReduceCapture capture = {{false}};
    for (int d = 0; d < a->ndim; d++)
        capture.reduced[d] = n == 0;
    for (int i = 0; i < n; i++)
        capture.reduced[tensor_axis(op->name, axes[i], a)] = true;
    return closure_record(out, op, INPUTS(a), sizeof capture, &capture);
}

void describe_reduction(const Closure *c, char *text, size_t size)
{
    const ReduceCapture *capture = c->capture;
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < c->in[0]->ndim && used < size; d++)
        if (capture->reduced[d])
            used += (size_t)snprintf(text + used, size - used, used ? ",%d" : "axis %d", d);
}

real elements_per_result(const Tensor *a, const Tensor *out)
{
    long n = tensor_numel(out);
    return n > 0 ? (real)(tensor_numel(a) / n) : 1;
}

/* ---- backward ------------------------------------------------------------------------------------------ */

Tensor *with_reduced_axes(const Closure *c, Tensor *t)
{
    const ReduceCapture *capture = c->capture;
    const Tensor *a = c->in[0];
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < a->ndim; d++)
        shape[d] = capture->reduced[d] ? 1 : a->shape[d];
    return tensor_reshape(t, a->ndim, shape);
}

/* ---- sum ----------------------------------------------------------------------------------------- */

/* Every element of a sum has derivative 1, so the gradient of the result is repeated for each of
 * them: summing forward is broadcasting backward. */
static void sum_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    grad_add(a, tensor_expand(with_reduced_axes(c, dy), a->ndim, a->shape));
}

static const Operation sum_op = {
    .name = "sum", .backward = sum_backward, .describe = describe_reduction};

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_sum", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_sum", out, a, n, axes);
    sum_kernel(&view, a, 0);
    return reduction_record(out, &sum_op, a, n, axes);
}

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

/* ---- argmax -------------------------------------------------------------------------------------- */

/* A place does not move by a little: nothing is recorded. */
IntTensor *tensor_argmax(const Tensor *a, int axis)
{
    int place = tensor_axis("tensor_argmax", axis, a);
    long shape[TENSOR_MAX_AXES];
    int ndim = reduce_shape("tensor_argmax", a, AXES(place), false, shape);
    IntTensor *index = int_tensor_new(ndim, shape);
    argmax_kernel(index, a, axis);
    return index;
}
