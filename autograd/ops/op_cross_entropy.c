/* op_cross_entropy.c - how surprised a classifier is by the right answers.
 *
 * Softmax and logarithm are taken together, so that neither can overflow:
 *     loss = log sum_j e^x_j - x_target        dx = (softmax(x) - one_hot(target)) / N
 */
#include <string.h>
#include "op.h"

/* (..., V) as (N, V). */
static Tensor as_rows(const Tensor *t)
{
    Tensor view = *t;
    reshape_view(&view, t, SHAPE(shape_numel(t->ndim - 1, t->shape), t->shape[t->ndim - 1]));
    return view;
}

static Tensor *contiguous(Tensor *t)
{
    if (tensor_is_contiguous(t))
        return t;
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

typedef struct {
    Tensor *x, *lse; /* the logits, contiguous, and log sum_j e^x_j of each row */
    const IntTensor *targets;
    long counted; /* targets that are not ignore_index */
    int ignore_index;
    real smoothing;
} CrossEntropyCapture;

typedef struct {
    const CrossEntropyCapture *k;
    real *dx, scale;
} Rows;

static void backward_rows(long begin, long end, void *context)
{
    const Rows *rows = context;
    const CrossEntropyCapture *k = rows->k;
    long V = k->x->shape[k->x->ndim - 1];
    for (long r = begin; r < end; r++) {
        real *dx = rows->dx + r * V;
        const real *x = k->x->data + r * V;
        int target = k->targets->data[r];
        if (target == k->ignore_index)
            memset(dx, 0, (size_t)V * sizeof *dx);
        else
            cross_entropy_backward_row(V, dx, x, k->lse->data[r], target, k->smoothing,
                                       rows->scale);
    }
}

static void cross_entropy_backward(Closure *c, Tensor *dy)
{
    const CrossEntropyCapture *k = c->capture;
    Tensor *dx = tensor_new_like(k->x);
    long V = dx->shape[dx->ndim - 1];
    Rows rows = {k, dx->data, k->counted > 0 ? dy->data[0] / (real)k->counted : 0};
    parallel_for(tensor_numel(k->lse), 2 * V, backward_rows, &rows);
    grad_add(c->in[0], dx);
}

/* As a softmax. */
static double cross_entropy_flops(const Closure *c)
{
    return 5 * (double)tensor_numel(c->in[0]);
}

static const Operation cross_entropy_op = {.name = "cross_entropy",
                                           .backward = cross_entropy_backward,
                                           .saved = 2,
                                           .saved_ids = 1,
                                           .flops = cross_entropy_flops};

static void check_call(const Tensor *logits, const IntTensor *targets, real smoothing)
{
    if (logits->ndim < 1 ||
        !shape_equal(logits->ndim - 1, logits->shape, targets->ndim, targets->shape))
        fail("tensor_cross_entropy: logits of shape %s need targets of the same shape without the "
             "last axis, got %s",
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
    Tensor *x = contiguous(logits), *losses = tensor_new(SHAPE(N)), *lse = tensor_new(SHAPE(N));
    Tensor rows = as_rows(x), *out = tensor_new(SCALAR);
    long counted = cross_entropy_kernel(losses, lse, &rows, targets->data, ignore_index, smoothing);
    sum_kernel(out, losses, 0);
    if (counted > 0)
        out->data[0] /= (real)counted;
    return closure_record(
        out, &cross_entropy_op, INPUTS(logits),
        CAPTURE(CrossEntropyCapture, x, lse, targets, counted, ignore_index, smoothing));
}
