/* op_cross_entropy.c - how surprised a classifier is by the right answers.
 *
 * Softmax and logarithm are taken together, so that neither can overflow:
 *     loss = log sum_j e^x_j - x_target        dx = (softmax(x) - one_hot(target)) / N
 */
#include "autograd.h"

/* (..., V) as (N, V). */
static Tensor as_rows(const Tensor *t)
{
    Tensor view = *t;
    reshape_forward(&view, t, SHAPE(shape_numel(t->ndim - 1, t->shape), t->shape[t->ndim - 1]));
    return view;
}

/* Numbers whose rows are neighbours: a copy, if t is a view that has none. */
static Tensor *dense(Tensor *t)
{
    if (tensor_is_contiguous(t))
        return t;
    Tensor *copy = tensor_new_like(t);
    copy_forward(copy, t);
    return copy;
}

static void cross_entropy_backward(Closure *c, Tensor *dout)
{
    Tensor *logits = c->saved[0];
    long counted = c->attr[1].i;
    const IntTensor *targets = c->attr[0].p;
    real beta, scale = counted > 0 ? dout->data[0] / (real)counted : 0;
    Tensor *grad = grad_buffer(c->in[0], &beta), *dense_grad = dense(grad);
    Tensor dx = as_rows(dense_grad), x = as_rows(logits);
    cross_entropy_gradients(&dx, beta, scale, &x, c->saved[1], targets->data, (int)c->attr[2].i,
                            c->attr[3].r);
    if (dense_grad != grad)
        copy_forward(grad, dense_grad);
}

static const Operation cross_entropy_op = {.name = "cross_entropy",
                                           .backward = cross_entropy_backward};

static void check_call(const Tensor *logits, const IntTensor *targets, real smoothing)
{
    if (logits->ndim < 1 ||
        !shape_equal(logits->ndim - 1, logits->shape, targets->ndim, targets->shape))
        fail("tensor_cross_entropy: logits of shape %s need targets of the same shape without the "
             "last "
             "axis, got %s",
             tensor_shape_text(logits), shape_text(targets->ndim, targets->shape));
    if (!(smoothing >= 0 && smoothing < 1))
        fail("tensor_cross_entropy: label smoothing is %g; at least 0 and below 1 is needed",
             (double)smoothing);
}

Tensor *tensor_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                             real smoothing)
{
    check_call(logits, targets, smoothing);
    long N = int_tensor_numel(targets);
    Tensor *x = dense(logits), *losses = tensor_new(SHAPE(N)), *lse = tensor_new(SHAPE(N));
    Tensor rows = as_rows(x);
    long counted =
        cross_entropy_forward(losses, lse, &rows, targets->data, ignore_index, smoothing);
    Tensor *out = tensor_new(SCALAR);
    sum_to(out, losses, 0);
    if (counted > 0)
        out->data[0] /= (real)counted;
    Closure *c = record(out, &cross_entropy_op, INPUTS(logits));
    closure_save(c, x);
    closure_save(c, lse);
    if (c != NULL) {
        c->attr[0].p = targets;
        c->attr[1].i = counted;
        c->attr[2].i = ignore_index;
        c->attr[3].r = smoothing;
    }
    return out;
}
