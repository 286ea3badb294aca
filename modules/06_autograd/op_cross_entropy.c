/* op_cross_entropy.c - how surprised a classifier is by the right answers.
 *
 * Softmax and logarithm are taken together, so that neither can overflow:
 *     loss = mean over the rows that count of   log sum_j e^x_j - x_target
 */
#include "autograd.h"
#include "todo.h"

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

/* ---- 06.15 ----------------------------------------------------------------------------------- */

static void cross_entropy_backward(Closure *c, Tensor *dout)
{
    /* TODO: dx = (softmax(x) - one_hot(target)) * dout / N, where N is how many rows count.
     *
     * APPROACH
     *   1. What tensor_cross_entropy wrote down: the logits c->saved[0] (contiguous, (..., V)), the
     *      targets (const IntTensor *)c->attr[0].p, N = c->attr[1].i, the target to be ignored
     *      attr[2].i, label smoothing attr[3].r. dout is one number: dout->data[0].
     *   2. dx = tensor_softmax(logits, -1): a new tensor, whose ->data you may change.
     *   3. For each row r (V numbers from dx->data + r * V), with t = targets->data[r]:
     *      - t is to be ignored: the whole row is 0;
     *      - otherwise subtract 1 at place t, and multiply the row by dout / N.
     *      With smoothing s, subtract 1 - s at place t and s / V at every place.
     *   4. grad_add(c->in[0], dx). If N is 0, there is no gradient but 0.
     *
     * EXAMPLE
     *   V = 2, two rows: softmax = [[0.25, 0.75], [0.5, 0.5]], targets 1 and 0, dout = 1:
     *   dx = [[0.25, -0.25], [-0.5, 0.5]] / 2 = [[0.125, -0.125], [-0.25, 0.25]]
     *
     * HINT: probability minus truth. Each row adds up to 0. */
    todo("06.15 cross_entropy_backward");
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
