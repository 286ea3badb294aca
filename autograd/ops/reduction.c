/* reduction.c - what sum, mean and max share: the shape of the result, and the way back from it. */
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
