/* flash.c - attention as one operation of the graph.
 *
 * The same numbers as scaled_dot_product_attention, its plain twin, without the (Tq, Tk) squares
 * between the steps: the graph keeps the output and two numbers per query (see flash.h). Heads are
 * read, and written, where they lie: a head is a stride, not a copy.
 * Invariant: element (b, h, q, k) draws the same random number here as from tensor_dropout on the
 * weights, and the stream moves on by as many draws.
 */
#include <math.h>
#include "flash.h"
#include "splitmix.h"

/* ---- options ----------------------------------------------------------------------------------- */

static void check_options(const char *operation, const Flash *f, FlashAttentionOptions o)
{
    if (o.causal)
        causal_check(operation, f->Tq, f->Tk);
    if (o.mask != NULL && o.mask->requires_grad)
        fail("%s: the mask requires a gradient, but a choice has none. hint: tensor_detach",
             operation);
    if (!(o.dropout >= 0 && o.dropout < 1))
        fail("%s: dropout is %g, expected 0 <= dropout < 1", operation, (double)o.dropout);
    if (o.training && o.dropout > 0 && o.rng == NULL)
        fail("%s: rng is NULL, but dropout %g needs random numbers", operation, (double)o.dropout);
    if (!(o.scale >= 0 && isfinite(o.scale)))
        fail("%s: scale is %g, expected a positive number, or 0 for 1 / sqrt(D)", operation,
             o.scale);
}

/* The mask as a view of shape (B, H, Tq, Tk); three axes, (B, Tq, Tk), mean all heads. */
static Tensor *full_mask(const char *operation, const Flash *f, const Tensor *mask, int axes)
{
    Tensor scores = {.ndim = 4, .shape = {f->B, f->H, f->Tq, f->Tk}}, heads = *mask;
    if (mask->ndim == 3)
        unsqueeze_view(&heads, mask, 1);
    if (axes == 4)
        mask_check(operation, &heads, &scores);
    else
        mask_check(operation, mask, &(Tensor){.ndim = 3, .shape = {f->B, f->Tq, f->Tk}});
    Tensor *full = tensor_new_view(mask);
    broadcast_view(full, &heads, 4, scores.shape);
    return full;
}

/* axes: how many the scores have, 4 or, without heads, 3. */
static void take_options(const char *operation, Flash *f, FlashAttentionOptions o, int axes)
{
    check_options(operation, f, o);
    f->scale = (real)(o.scale > 0 ? o.scale : 1 / sqrt((double)f->D));
    f->causal = o.causal;
    if (o.mask != NULL)
        f->mask = full_mask(operation, f, o.mask, axes);
    if (o.training && o.dropout > 0) {
        f->dropout = o.dropout;
        f->rng = *o.rng;
        o.rng->state += (uint64_t)f->B * f->H * f->Tq * f->Tk * SPLITMIX_GAMMA;
    }
}

/* ---- the operation ----------------------------------------------------------------------------- */

/* (B, H, T, D), or (B, T, D): then there is one head. */
static Heads layout(const Tensor *t)
{
    const long *s = t->stride;
    return t->ndim == 4 ? (Heads){t->data, s[0], s[1], s[2]} : (Heads){t->data, s[0], 0, s[1]};
}

/* The same numbers with neighbours along the last axis next to each other. */
static Tensor *unit_stride(Tensor *t)
{
    return t->stride[t->ndim - 1] == 1 ? t : tensor_contiguous(t);
}

typedef struct {
    Tensor *statistics; /* two numbers per query */
    Flash flash;
} FlashCapture;

/* q, k and v may be one tensor: then the kernel cannot add to their gradients where they are. */
static bool are_different(Tensor *const in[])
{
    return in[0] != in[1] && in[0] != in[2] && in[1] != in[2];
}

static void flash_backward(Closure *c, Tensor *dy)
{
    Flash f = ((const FlashCapture *)c->capture)->flash;
    Heads *heads[] = {&f.dq, &f.dk, &f.dv};
    real *beta[] = {&f.dq_beta, &f.dk_beta, &f.dv_beta};
    bool in_place = are_different(c->in);
    Tensor *to[3] = {NULL};
    for (int i = 0; i < 3; i++)
        if (c->in[i]->requires_grad) {
            to[i] = in_place ? grad_buffer(c->in[i], beta[i]) : tensor_new_like(c->in[i]);
            *heads[i] = layout(to[i]);
        }
    f.dout = layout(dy);
    flash_kernel()->backward(&f);
    for (int i = 0; i < 3 && !in_place; i++)
        if (to[i] != NULL)
            grad_add(c->in[i], to[i]);
}

static void describe(const Closure *c, char *text, size_t size)
{
    const Flash *f = &((const FlashCapture *)c->capture)->flash;
    snprintf(text, size, "%s", f->causal ? "causal" : f->mask != NULL ? "masked" : "");
}

static const Operation flash_op = {
    .name = "flash_attention", .backward = flash_backward, .saved = 1, .describe = describe};

/* The mask is recorded as one more input, to be drawn. */
static Tensor *attend(Flash f, Tensor *q, Tensor *k, Tensor *v, Tensor *out, Tensor *mask)
{
    Tensor *statistics = tensor_new(SHAPE(2, f.B, f.H, f.Tq));
    f.max = statistics->data;
    f.inverse = f.max + f.B * f.H * f.Tq;
    f.q = layout(q);
    f.k = layout(k);
    f.v = layout(v);
    f.out = layout(out);
    flash_kernel()->forward(&f);
    Tensor *inputs[] = {q, k, v, mask};
    return closure_record(out, &flash_op, mask != NULL ? 4 : 3, inputs,
                          CAPTURE(FlashCapture, statistics, f));
}

/* ---- the way in -------------------------------------------------------------------------------- */

static void check_inputs(const char *operation, const Tensor *q, const Tensor *k, const Tensor *v)
{
    if (q->ndim != k->ndim || k->ndim != v->ndim || q->ndim < 3 || q->ndim > 4)
        fail("%s: q %s, k %s and v %s must all be (B, T, D) or (B, H, T, D)", operation,
             tensor_shape_text(q), tensor_shape_text(k), tensor_shape_text(v));
    int time = q->ndim - 2;
    for (int d = 0; d < q->ndim; d++)
        if (d != time && q->shape[d] != k->shape[d])
            fail("%s: q %s and k %s differ in axis %d, %ld against %ld", operation,
                 tensor_shape_text(q), tensor_shape_text(k), d, q->shape[d], k->shape[d]);
    if (!tensor_same_shape(k, v))
        fail("%s: k %s and v %s must have one shape: every key needs its value", operation,
             tensor_shape_text(k), tensor_shape_text(v));
    if (q->shape[time + 1] < 1)
        fail("%s: q %s has D = 0, expected at least 1", operation, tensor_shape_text(q));
}

/* A result whose heads lie side by side in memory, so that merging them moves nothing. */
static Tensor *result_for(const Flash *f, const Tensor *q)
{
    Tensor *out = tensor_new_like(q);
    if (q->ndim == 4) {
        out->stride[1] = f->D;
        out->stride[2] = f->H * f->D;
    }
    return out;
}

Tensor *flash_attention(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    check_inputs("flash_attention", q, k, v);
    int time = q->ndim - 2;
    Flash f = {.B = q->shape[0],
               .H = q->ndim == 4 ? q->shape[1] : 1,
               .Tq = q->shape[time],
               .Tk = k->shape[time],
               .D = q->shape[time + 1]};
    take_options("flash_attention", &f, o, q->ndim);
    Tensor *out = result_for(&f, q);
    return attend(f, unit_stride(q), unit_stride(k), unit_stride(v), out, o.mask);
}
