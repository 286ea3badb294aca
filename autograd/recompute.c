/* recompute.c - a part of the graph that is not kept, but made again when the walk back comes.
 *
 * Forward runs f without recording, and keeps what it was given and what came out. On the way back
 * f runs once more, recorded, on the same input; a walk of its own goes back through that graph,
 * and it ends. One forward pass more, and the memory of one part in place of that of all (Chen et
 * al. 2016, "Training Deep Nets with Sublinear Memory Cost"; torch.utils.checkpoint).
 * Invariant: gradients have the bits that they have without it, wherever x is read by f alone.
 */
#include <math.h>
#include <string.h>
#include "core.h"

typedef struct {
    Recomputed *f;
    const void *context;
    Rng *rng, before; /* as it was when f began to draw */
} RecomputeCapture;

/* ---- on the way back ------------------------------------------------------------------------- */

/* The same numbers once more? A product's last bits may be another's on other threads; draws from a
 * stream that nobody named, or weights that have changed, show far above them. */
static void check_same(const Closure *c, const Tensor *again)
{
    const Tensor *y = c->out;
    if (!tensor_same_shape(y, again))
        fail("recompute: f gave %s the first time and %s the second%s", tensor_shape_text(y),
             tensor_shape_text(again), call_site_text(c->origin.where));
    for (long i = 0; i < tensor_numel(y); i++) {
        double a = (double)y->data[i], b = (double)again->data[i];
        bool same = a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-4 * (1 + fabs(a));
        if (!same)
            fail("recompute: element %ld of what f gave was %g the first time and %g the second%s. "
                 "hint: all that f reads must stay until the walk back, and dropout must draw from "
                 "the rng that recompute was given",
                 i, a, b, call_site_text(c->origin.where));
    }
}

/* All that f reads, but its input and leaves, it has to make itself: a walk that went on from here
 * into the graph around would go there twice. */
static void check_closed(const Closure *c, Tensor *y)
{
    for (const Closure *inner = backward_order(y); inner != NULL; inner = inner->next)
        if (inner->out->scope != y->scope)
            fail("recompute: f reads a tensor of shape %s that %s%s made outside of it, and whose "
                 "gradient would be lost. hint: hand it over as x, joined with the other, or "
                 "detach it (f was called%s)",
                 tensor_shape_text(inner->out), inner->op->name,
                 call_site_text(inner->origin.where), call_site_text(c->origin.where));
}

/* f once more on the same numbers and the same draws; x is a leaf there. */
static Tensor *again(const Closure *c, Tensor *x)
{
    const RecomputeCapture *capture = c->capture;
    Rng now = {0};
    if (capture->rng != NULL) {
        now = *capture->rng;
        *capture->rng = capture->before;
    }
    grad_mode(true);
    Tensor *y = tensor_contiguous(capture->f(x, capture->context));
    grad_mode(false);
    if (capture->rng != NULL)
        *capture->rng = now;
    return y;
}

static void recompute_backward(Closure *c, Tensor *dy)
{
    Tensor *in = c->in[0];
    Scope *scope = scope_open();
    scope_settings()->region = c->origin.region;
    Tensor *x = tensor_detach(in);
    if (in->requires_grad) {
        tensor_requires_grad(x);
        x->grad = in->grad; /* shares are added in the order that they have without us */
    }
    Tensor *y = again(c, x);
    check_same(c, y);
    check_closed(c, y);
    tensor_backward_from(y, dy, false);
    if (x->grad != NULL && x->grad != in->grad)
        grad_add(in, x->grad);
    scope_close(scope);
}

/* What f costs nobody here knows: who counts a model's arithmetic asks it without recompute. */
static double no_flops(const Closure *c)
{
    (void)c;
    return 0;
}

static const Operation recompute_op = {.name = "recompute",
                                       .backward = recompute_backward,
                                       .reads = {READS_INPUT(0)},
                                       .may_be_infinite = true,
                                       .flops = no_flops};

/* ---- forward --------------------------------------------------------------------------------- */

Tensor *tensor_recompute(Tensor *x, Recomputed *f, Rng *rng, size_t size, const void *context)
{
    Scope *around = scope_current();
    RecomputeCapture capture = {.f = f, .rng = rng};
    if (rng != NULL)
        capture.before = *rng;
    if (size > 0)
        capture.context = memcpy(scope_alloc(around, size), context, size);

    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *made = f(x, capture.context);
    Tensor *y = tensor_new_in(around, made->ndim, made->shape);
    copy_kernel(y, made);
    y->name = made->name;
    bool weights = !x->requires_grad && (made->requires_grad || tensor_made_in_no_grad(made));
    scope_close(scope);
    if (!weights)
        return closure_record(y, &recompute_op, INPUTS(x), sizeof capture, &capture);
    /* They want gradients though x does not: an empty leaf stands for them. */
    Tensor *leaf = tensor_requires_grad(tensor_new(SHAPE(0)));
    return closure_record(y, &recompute_op, INPUTS(x, leaf), sizeof capture, &capture);
}
