/* class_losses.c - losses of a classifier, with weights of classes.
 *
 *     loss = -(1 - s) w_y log_p[y]  -  s / V sum_j w_j log_p[j]
 *
 * Weights say how much a class matters: where one of a hundred examples is of class 1, a weight of
 * 100 makes both classes count alike. Smoothing s asks for a little of every class, besides the
 * target y. Invariant: all targets are checked before anything is computed.
 */
#include <string.h>
#include "loss_parts.h"

/* What both ways need: log-probabilities, rows of V numbers, and what counts in them. */
typedef struct {
    const IntTensor *targets;
    const real *log_p, *weight; /* weight NULL: all 1 */
    long V;
    int ignore_index;
    real smoothing;
} ClassLoss;

typedef struct {
    const ClassLoss *all;
    real *out;      /* a loss, or V gradients, for each row */
    const real *dy; /* one for each row */
} ClassLossRows;

static real weight_of(const ClassLoss *l, long class)
{
    return l->weight != NULL ? l->weight[class] : 1;
}

/* ---- forward --------------------------------------------------------------------------------- */

static real even_loss(const ClassLoss *l, const real *log_p)
{
    real sum = 0;
    for (long j = 0; j < l->V; j++)
        sum -= weight_of(l, j) * log_p[j];
    return sum / (real)l->V;
}

static void forward_rows(long begin, long end, void *context)
{
    const ClassLossRows *rows = context;
    const ClassLoss *l = rows->all;
    for (long r = begin; r < end; r++) {
        const real *log_p = l->log_p + r * l->V;
        int y = l->targets->data[r];
        rows->out[r] = 0;
        if (y == l->ignore_index)
            continue;
        rows->out[r] = -(1 - l->smoothing) * weight_of(l, y) * log_p[y];
        if (l->smoothing != 0) /* a class of log_p -infinity: 0 * inf must not be formed */
            rows->out[r] += l->smoothing * even_loss(l, log_p);
    }
}

/* By how much the mean divides: the weights of the targets that count. */
static double counted(const ClassLoss *l, long rows)
{
    double sum = 0;
    for (long r = 0; r < rows; r++)
        if (l->targets->data[r] != l->ignore_index)
            sum += (double)weight_of(l, l->targets->data[r]);
    return sum;
}

/* ---- backward -------------------------------------------------------------------------------- */

static void backward_rows(long begin, long end, void *context)
{
    const ClassLossRows *rows = context;
    const ClassLoss *l = rows->all;
    real even = l->smoothing / (real)l->V;
    for (long r = begin; r < end; r++) {
        real *dx = rows->out + r * l->V, dy = rows->dy[r];
        int y = l->targets->data[r];
        memset(dx, 0, (size_t)l->V * sizeof *dx);
        if (y == l->ignore_index)
            continue;
        for (long j = 0; j < l->V && even != 0; j++)
            dx[j] = -dy * even * weight_of(l, j);
        dx[y] -= dy * (1 - l->smoothing) * weight_of(l, y);
    }
}

static void class_loss_backward(Closure *c, Tensor *dy)
{
    const ClassLoss *l = c->capture;
    Tensor *dx = tensor_new_like(c->in[0]);
    ClassLossRows rows = {l, dx->data, dy->data};
    parallel_for(tensor_numel(dy), 2 * l->V, backward_rows, &rows);
    grad_add(c->in[0], dx);
}

static const Operation nll_op = {
    .name = "nll_loss", .backward = class_loss_backward, .reads = {READS_INPUT(1)}, .saved_ids = 1};

/* ---- the way in ------------------------------------------------------------------------------ */

static void check_call(const char *operation, const char *name, const Tensor *x,
                       const IntTensor *targets, const Tensor *weight)
{
    if (x->ndim < 1 || !shape_equal(x->ndim - 1, x->shape, targets->ndim, targets->shape))
        fail("%s: %s of shape %s need targets of the same shape without the last axis, got %s",
             operation, name, tensor_shape_text(x), shape_text(targets->ndim, targets->shape));
    long V = x->shape[x->ndim - 1];
    if (weight != NULL && (weight->ndim != 1 || weight->shape[0] != V))
        fail("%s: weight has shape %s, expected one number for each of %ld classes, (%ld,)",
             operation, tensor_shape_text(weight), V, V);
}

static void check_targets(const char *operation, const IntTensor *targets, long V, int ignore_index)
{
    for (long i = 0, n = int_tensor_numel(targets); i < n; i++)
        if (targets->data[i] != ignore_index && (targets->data[i] < 0 || targets->data[i] >= V))
            fail("%s: target %d at position %ld is outside [0, %ld)", operation, targets->data[i],
                 i, V);
}

/* Of log-probabilities; everything has been checked. */
static Tensor *class_loss(Tensor *log_p, const IntTensor *targets, int ignore_index, real smoothing,
                          Tensor *weight, Reduction reduction)
{
    log_p = tensor_contiguous(log_p);
    if (weight != NULL)
        weight = tensor_contiguous(weight);
    ClassLoss l = {.targets = targets,
                   .log_p = log_p->data,
                   .weight = weight != NULL ? weight->data : NULL,
                   .V = log_p->shape[log_p->ndim - 1],
                   .ignore_index = ignore_index,
                   .smoothing = smoothing};
    Tensor *losses = tensor_new(targets->ndim, targets->shape);
    long n = tensor_numel(losses);
    ClassLossRows rows = {&l, losses->data, NULL};
    parallel_for(n, smoothing != 0 ? l.V : 1, forward_rows, &rows);
    Tensor *inputs[] = {log_p, weight};
    closure_record(losses, &nll_op, weight != NULL ? 2 : 1, inputs, sizeof l, &l);
    return loss_reduce(losses, reduction, counted(&l, n));
}

Tensor *loss_nll(Tensor *log_p, const IntTensor *targets, int ignore_index, Tensor *weight,
                 Reduction reduction)
{
    loss_check("loss_nll", reduction, "weight", weight);
    check_call("loss_nll", "log-probabilities", log_p, targets, weight);
    check_targets("loss_nll", targets, log_p->shape[log_p->ndim - 1], ignore_index);
    return class_loss(log_p, targets, ignore_index, 0, weight, reduction);
}

Tensor *loss_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                           real smoothing, Tensor *weight, Reduction reduction)
{
    loss_check("loss_cross_entropy", reduction, "weight", weight);
    check_call("loss_cross_entropy", "logits", logits, targets, weight);
    check_targets("loss_cross_entropy", targets, logits->shape[logits->ndim - 1], ignore_index);
    if (!(smoothing >= 0 && smoothing < 1))
        fail("loss_cross_entropy: label smoothing is %g; at least 0 and below 1 is needed",
             (double)smoothing);
    if (weight == NULL && reduction == REDUCTION_MEAN)
        return tensor_cross_entropy(logits, targets, ignore_index, smoothing);
    return class_loss(tensor_log_softmax(logits, -1), targets, ignore_index, smoothing, weight,
                      reduction);
}
