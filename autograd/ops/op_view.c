/* op_view.c - other shapes on the same numbers: transpose, permute, reshape, squeeze, expand,
 * detach.
 *
 * Each says once, in its view function, how to look at a tensor. Forward looks at the input that
 * way; backward (view_backward.c) looks at the input's gradient the same way and adds.
 */
#include "op.h"

/* ---- transpose, permute ---------------------------------------------------------------------- */

typedef struct {
    int axis1, axis2;
} TransposeCapture;

static void transpose_captured(Tensor *out, const Tensor *a, const void *capture)
{
    const TransposeCapture *swap = capture;
    transpose_view(out, a, swap->axis1, swap->axis2);
}

static void describe_transpose(const Closure *c, char *text, size_t size)
{
    const TransposeCapture *swap = c->capture;
    snprintf(text, size, "%d,%d", swap->axis1, swap->axis2);
}

static const Operation transpose_op = {.name = "transpose",
                                       .backward = view_backward,
                                       .view = transpose_captured,
                                       .describe = describe_transpose};

Tensor *tensor_transpose(Tensor *a, int axis1, int axis2)
{
    axis1 = tensor_axis("tensor_transpose", axis1, a);
    axis2 = tensor_axis("tensor_transpose", axis2, a);
    return closure_record_view(a, &transpose_op, CAPTURE(TransposeCapture, axis1, axis2));
}

typedef struct {
    int n, axes[TENSOR_MAX_AXES];
} PermuteCapture;

static void permute_captured(Tensor *out, const Tensor *a, const void *capture)
{
    const PermuteCapture *order = capture;
    permute_view(out, a, order->n, order->axes);
}

static void describe_permute(const Closure *c, char *text, size_t size)
{
    const PermuteCapture *order = c->capture;
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < order->n && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, d ? ",%d" : "%d", order->axes[d]);
}

static const Operation permute_op = {.name = "permute",
                                     .backward = view_backward,
                                     .view = permute_captured,
                                     .describe = describe_permute};

Tensor *tensor_permute(Tensor *a, int n, const int *axes)
{
    Tensor *out = tensor_new_view(a);
    permute_view(out, a, n, axes);
    PermuteCapture order = {.n = n};
    for (int d = 0; d < n; d++)
        order.axes[d] = tensor_axis("tensor_permute", axes[d], a);
    return closure_record(out, &permute_op, INPUTS(a), sizeof order, &order);
}

/* ---- reshape, contiguous --------------------------------------------------------------------- */

typedef struct {
    int ndim;
    long shape[TENSOR_MAX_AXES];
} ShapeCapture;

/* Of a shape that was found to be one. */
static ShapeCapture shape_capture(int ndim, const long *shape)
{
    ShapeCapture captured = {.ndim = ndim};
    for (int d = 0; d < ndim; d++)
        captured.shape[d] = shape[d];
    return captured;
}

static void reshape_captured(Tensor *out, const Tensor *a, const void *capture)
{
    const ShapeCapture *to = capture;
    reshape_view(out, a, to->ndim, to->shape);
}

static const Operation reshape_op = {
    .name = "reshape", .backward = view_backward, .view = reshape_captured};

/* A copy has a gradient of its own: the same numbers, in the shape of the input. */
static void copy_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    grad_add(a, tensor_reshape(dy, a->ndim, a->shape));
}

static const Operation reshape_copy_op = {
    .name = "reshape", .backward = copy_backward, .copies = true, .flops = flops_none};
static const Operation contiguous_op = {
    .name = "contiguous", .backward = copy_backward, .copies = true, .flops = flops_none};

static Tensor *contiguous_copy(const Tensor *a)
{
    Tensor *copy = tensor_new_like(a);
    copy_kernel(copy, a);
    return copy;
}

/* Sizes beside a 0 fill any empty tensor, but their strides must not overflow. */
static void check_empty(int ndim, const long *shape)
{
    long known[TENSOR_MAX_AXES] = {0};
    for (int d = 0; d < ndim && d < TENSOR_MAX_AXES; d++)
        known[d] = shape[d] > 0 ? shape[d] : 0;
    shape_check("tensor_reshape", ndim, known);
}

Tensor *tensor_reshape(Tensor *a, int ndim, const long *shape)
{
    if (tensor_numel(a) == 0)
        check_empty(ndim, shape);
    Tensor *out = tensor_new_view(a);
    if (reshape_view(out, a, ndim, shape)) {
        ShapeCapture to = shape_capture(ndim, shape);
        return closure_record(out, &reshape_op, INPUTS(a), sizeof to, &to);
    }
    reshape_view(out, contiguous_copy(a), ndim, shape); /* no strides can say it */
    return closure_record(out, &reshape_copy_op, INPUTS(a), NO_CAPTURE);
}

Tensor *tensor_contiguous(Tensor *a)
{
    if (tensor_is_contiguous(a))
        return a;
    return closure_record(contiguous_copy(a), &contiguous_op, INPUTS(a), NO_CAPTURE);
}

/* ---- squeeze, unsqueeze ---------------------------------------------------------------------- */

static void squeeze_captured(Tensor *out, const Tensor *a, const void *capture)
{
    squeeze_view(out, a, ((const AxisCapture *)capture)->axis);
}

static void unsqueeze_captured(Tensor *out, const Tensor *a, const void *capture)
{
    unsqueeze_view(out, a, ((const AxisCapture *)capture)->axis);
}

static const Operation squeeze_op = {
    .name = "squeeze", .backward = view_backward, .view = squeeze_captured};
static const Operation unsqueeze_op = {
    .name = "unsqueeze", .backward = view_backward, .view = unsqueeze_captured};

Tensor *tensor_squeeze(Tensor *a, int axis)
{
    return closure_record_view(a, &squeeze_op, CAPTURE(AxisCapture, axis));
}

Tensor *tensor_unsqueeze(Tensor *a, int axis)
{
    return closure_record_view(a, &unsqueeze_op, CAPTURE(AxisCapture, axis));
}

/* ---- expand ---------------------------------------------------------------------------------- */

static void expand_captured(Tensor *out, const Tensor *a, const void *capture)
{
    const ShapeCapture *to = capture;
    expand_view(out, a, to->ndim, to->shape);
}

/* An element that is seen many times gets the sum, which is what grad_add makes of it. */
static void expand_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
}

static const Operation expand_op = {
    .name = "expand", .backward = expand_backward, .view = expand_captured};

Tensor *tensor_expand(Tensor *a, int ndim, const long *shape)
{
    Tensor *out = tensor_new_view(a);
    expand_view(out, a, ndim, shape);
    ShapeCapture to = shape_capture(ndim, shape);
    return closure_record(out, &expand_op, INPUTS(a), sizeof to, &to);
}

/* ---- detach: where gradients end ------------------------------------------------------------- */

static void same_view(Tensor *out, const Tensor *a, const void *capture)
{
    (void)out, (void)a, (void)capture; /* a view of the whole */
}

static const Operation detach_op = {.name = "detach", .view = same_view};

Tensor *tensor_detach(Tensor *a)
{
    Tensor *out = closure_record_view(a, &detach_op, NO_CAPTURE); /* only for drawings */
    out->requires_grad = false; /* so no walk comes here, and there is no backward function */
    return out;
}
