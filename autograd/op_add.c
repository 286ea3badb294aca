/* op_add.c - sums and differences.
 *
 * A sum passes its gradient on to both sides unchanged; a difference turns the sign of the second.
 */
#include "autograd.h"

static void add_backward(Closure *c, Tensor *dout)
{
    grad_add(c->in[1], dout);
    grad_hand_over(c, c->in[0]);
}

static const Operation add_op = {.name = "add", .backward = add_backward};

Tensor *tensor_add(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_add", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    add_forward(out, a, b);
    record(out, &add_op, INPUTS(a, b));
    return out;
}

static void sub_backward(Closure *c, Tensor *dout)
{
    grad_add_scaled(c->in[1], -1, dout);
    grad_hand_over(c, c->in[0]);
}

static const Operation sub_op = {.name = "sub", .backward = sub_backward};

Tensor *tensor_sub(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_sub", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    sub_forward(out, a, b);
    record(out, &sub_op, INPUTS(a, b));
    return out;
}
