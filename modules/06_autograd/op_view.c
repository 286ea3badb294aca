/* op_view.c - other shapes on the same numbers.
 *
 * No number changes on the way there, so none changes on the way back: the gradient's numbers only
 * have to find their old places again.
 */
#include "autograd.h"
#include "todo.h"

/* given, for permute: its gradient may be made as a view of its input's gradient (same_view
 * below), and then there is nothing left to add. */
static bool is_in_place(const Tensor *dout)
{
    return !tensor_owns_numbers(dout);
}

/* ---- transpose, permute ---------------------------------------------------------------------- */

/* ---- 06.7 ------------------------------------------------------------------------------------ */

static void transpose_backward(Closure *c, Tensor *dout)
{
    /* TODO: the gradient of a, from that of the tensor with two axes of a swapped.
     *
     * APPROACH
     *   1. The two axes were written down by tensor_transpose below: c->attr[0].i and c->attr[1].i
     *      (they are long; an axis is an int).
     *   2. Which transpose undoes a transpose? Apply it to dout, and grad_add the result.
     *
     * EXAMPLE
     *   a (2, 3, 4), axes 0 and 2 swapped: y is (4, 3, 2), and so is dout. a needs (2, 3, 4).
     *
     * HINT: swap the same two axes once more. */
    todo("06.7 transpose_backward");
}

static void describe_transpose(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "%ld,%ld", c->attr[0].i, c->attr[1].i);
}

static const Operation transpose_op = {.name = "transpose",
                                       .backward = transpose_backward,
                                       .is_view = true,
                                       .describe = describe_transpose};

Tensor *tensor_transpose(Tensor *a, int axis1, int axis2)
{
    Tensor *out = tensor_new_view(a);
    transpose_forward(out, a, axis1, axis2);
    Closure *c = record(out, &transpose_op, INPUTS(a));
    if (c != NULL) {
        c->attr[0].i = axis_index("tensor_transpose", axis1, a);
        c->attr[1].i = axis_index("tensor_transpose", axis2, a);
    }
    return out;
}

static void permute_backward(Closure *c, Tensor *dout)
{
    int back[TENSOR_MAX_AXES];
    for (int d = 0; d < dout->ndim; d++)
        back[c->attr[d].i] = d;
    if (!is_in_place(dout))
        grad_add(c->in[0], tensor_permute(dout, dout->ndim, back));
}

static void same_permute(const Closure *c, Tensor *out, const Tensor *a)
{
    int axes[TENSOR_MAX_AXES];
    for (int d = 0; d < a->ndim; d++)
        axes[d] = (int)c->attr[d].i;
    permute_forward(out, a, a->ndim, axes);
}

static void describe_permute(const Closure *c, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < c->out->ndim && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, d ? ",%ld" : "%ld", c->attr[d].i);
}

static const Operation permute_op = {.name = "permute",
                                     .backward = permute_backward,
                                     .same_view = same_permute,
                                     .is_view = true,
                                     .describe = describe_permute};

Tensor *tensor_permute(Tensor *a, int n, const int *axes)
{
    Tensor *out = tensor_new_view(a);
    permute_forward(out, a, n, axes);
    Closure *c = record(out, &permute_op, INPUTS(a));
    for (int d = 0; c != NULL && d < n; d++)
        c->attr[d].i = axis_index("tensor_permute", axes[d], a);
    return out;
}

/* ---- reshape, contiguous --------------------------------------------------------------------- */

/* ---- 06.8 ------------------------------------------------------------------------------------ */

/* Also the backward of contiguous, squeeze and unsqueeze: the same numbers in another shape. */
static void reshape_backward(Closure *c, Tensor *dout)
{
    /* TODO: dout has the shape of the result; bring it back to the shape of the input.
     *
     * APPROACH
     *   1. The input is c->in[0]; its ->ndim and ->shape say how it looked.
     *   2. tensor_reshape dout to that, and grad_add.
     *
     * EXAMPLE
     *   a (2, 6) was reshaped to (3, 4): dout is (3, 4), a's gradient the same 12 numbers as (2, 6).
     *
     * HINT: one line. */
    todo("06.8 reshape_backward");
}

static const Operation reshape_op = {
    .name = "reshape", .backward = reshape_backward, .is_view = true};
static const Operation reshape_copy_op = {.name = "reshape", .backward = reshape_backward};
static const Operation contiguous_op = {.name = "contiguous", .backward = reshape_backward};

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
    const Operation *op = &reshape_op;
    if (!reshape_forward(out, a, ndim,
                         shape)) { /* no strides can say it: lay the numbers out anew */
        Tensor *copy = tensor_new_like(a);
        copy_forward(copy, a);
        reshape_forward(out, copy, ndim, shape);
        op = &reshape_copy_op;
    }
    record(out, op, INPUTS(a));
    return out;
}

Tensor *tensor_contiguous(Tensor *a)
{
    if (tensor_is_contiguous(a))
        return a;
    Tensor *out = tensor_new_like(a);
    copy_forward(out, a);
    record(out, &contiguous_op, INPUTS(a));
    return out;
}

/* ---- expand, squeeze, unsqueeze -------------------------------------------------------------- */

static void expand_backward(Closure *c, Tensor *dout)
{
    grad_add(c->in[0], dout);
}

static const Operation expand_op = {.name = "expand", .backward = expand_backward, .is_view = true};

Tensor *tensor_expand(Tensor *a, int ndim, const long *shape)
{
    Tensor *out = tensor_new_view(a);
    expand_forward(out, a, ndim, shape);
    record(out, &expand_op, INPUTS(a));
    return out;
}

static const Operation squeeze_op = {
    .name = "squeeze", .backward = reshape_backward, .is_view = true};
static const Operation unsqueeze_op = {
    .name = "unsqueeze", .backward = reshape_backward, .is_view = true};

Tensor *tensor_squeeze(Tensor *a, int axis)
{
    Tensor *out = tensor_new_view(a);
    squeeze_forward(out, a, axis);
    record(out, &squeeze_op, INPUTS(a));
    return out;
}

Tensor *tensor_unsqueeze(Tensor *a, int axis)
{
    Tensor *out = tensor_new_view(a);
    unsqueeze_forward(out, a, axis);
    record(out, &unsqueeze_op, INPUTS(a));
    return out;
}
