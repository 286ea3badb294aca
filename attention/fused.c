/* fused.c - attention as one operation of the graph.
 *
 * The same numbers as scaled_dot_product_attention, its plain twin, without the (Tq, Tk) squares
 * between the steps: the graph keeps the output and two numbers per query (see flash.h). Where q, k
 * and v come out of one projection, they are read, and their gradients written, in place: a head is
 * a stride, not a copy.
 * Invariant: element (b, h, q, k) draws the same random number here as from tensor_dropout on the
 * weights, and the stream moves on by as many draws.
 */
#include <math.h>
#include "flash.h"
#include "../tensor/splitmix.h"

/* ---- options ----------------------------------------------------------------------------------- */

static void check_options(const char *operation, const Flash *f, FusedAttentionOptions o)
{
    if (o.causal && f->Tq != f->Tk)
        fail("%s: causal needs as many queries as keys, got Tq = %ld and Tk = %ld. hint: a mask "
             "(Tq, Tk) can say which query may see which key",
             operation, f->Tq, f->Tk);
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

/* Is it key j <= query i and nothing else, the same for all heads? The flag says that faster. */
static bool is_causal(const Tensor *mask, long T)
{
    const long *s = mask->stride;
    if (s[0] != 0 || s[1] != 0)
        return false;
    for (long i = 0; i < T; i++)
        for (long j = 0; j < T; j++)
            if (mask->data[i * s[2] + j * s[3]] != (j <= i))
                return false;
    return true;
}

/* The mask as a view of shape (B, H, Tq, Tk); three axes, (B, Tq, Tk), mean all heads. */
static Tensor *full_mask(const char *operation, const Flash *f, const Tensor *mask, int axes)
{
    Tensor scores = {.ndim = 4, .shape = {f->B, f->H, f->Tq, f->Tk}}, heads = *mask;
    if (mask->ndim == 3)
        unsqueeze_forward(&heads, mask, 1);
    if (axes == 4)
        mask_check(operation, &heads, &scores);
    else
        mask_check(operation, mask, &(Tensor){.ndim = 3, .shape = {f->B, f->Tq, f->Tk}});
    Tensor *full = tensor_new_view(mask);
    broadcast_view(full, &heads, 4, scores.shape);
    return full;
}

/* axes: how many the scores have, 4 or, without heads, 3. */
static void take_options(const char *operation, Flash *f, FusedAttentionOptions o, int axes)
{
    check_options(operation, f, o);
    f->scale = (real)(o.scale > 0 ? o.scale : 1 / sqrt((double)f->D));
    f->causal = o.causal;
    if (o.mask != NULL) {
        Tensor *mask = full_mask(operation, f, o.mask, axes);
        if (f->Tq == f->Tk && is_causal(mask, f->Tk))
            f->causal = true;
        else
            f->mask = mask;
    }
    if (o.training && o.dropout > 0) {
        f->dropout = o.dropout;
        f->rng = *o.rng;
        o.rng->state += (uint64_t)(f->B * f->H * f->Tq * f->Tk) * SPLITMIX_GAMMA;
    }
}

/* ---- the operation ----------------------------------------------------------------------------- */

/* Heads of D channels in (B, H, T, D), or side by side in (B, T, C) from channel `first` on. */
static Heads layout(const Tensor *t, long first, long D)
{
    const long *s = t->stride;
    if (t->ndim == 4)
        return (Heads){t->data, s[0], s[1], s[2]};
    return (Heads){t->data + first, s[0], D, s[1]};
}

/* The same numbers with neighbours along the last axis next to each other. */
static Tensor *unit_stride(Tensor *t)
{
    return t->stride[t->ndim - 1] == 1 ? t : tensor_contiguous(t);
}

typedef struct {
    Tensor *statistics; /* two numbers per query */
    Flash flash;
    int n; /* how many tensors hold q, k and v: 3, or 1 */
} FusedCapture;

/* Where the kernel writes: to three tensors, or to three parts of one. */
static void set_gradients(Flash *f, int n, Tensor *const to[], const real beta[])
{
    Heads *heads[] = {&f->dq, &f->dk, &f->dv};
    real *betas[] = {&f->dq_beta, &f->dk_beta, &f->dv_beta};
    for (int i = 0; i < 3; i++) {
        int from = n == 1 ? 0 : i;
        if (to[from] != NULL)
            *heads[i] = layout(to[from], n == 1 ? i * f->H * f->D : 0, f->D);
        *betas[i] = beta[from];
    }
}

/* q, k and v may be one tensor: then the kernel cannot add to their gradients where they are. */
static bool are_different(int n, Tensor *const in[])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (in[i] == in[j])
                return false;
    return true;
}

static void fused_backward(Closure *c, Tensor *dy)
{
    const FusedCapture *capture = c->capture;
    int n = capture->n;
    bool in_place = are_different(n, c->in);
    Flash f = capture->flash;
    Tensor *to[3] = {NULL};
    real beta[3] = {0};
    for (int i = 0; i < n; i++)
        if (c->in[i]->requires_grad)
            to[i] = in_place ? grad_buffer(c->in[i], &beta[i]) : tensor_new_like(c->in[i]);
    f.dout = layout(dy, 0, f.D);
    set_gradients(&f, n, to, beta);
    flash_kernel()->backward(&f);
    for (int i = 0; i < n && !in_place; i++)
        if (to[i] != NULL)
            grad_add(c->in[i], to[i]);
}

static void describe(const Closure *c, char *text, size_t size)
{
    const Flash *f = &((const FusedCapture *)c->capture)->flash;
    snprintf(text, size, "%s", f->causal ? "causal" : f->mask != NULL ? "masked" : "");
}

static const Operation fused_op = {
    .name = "fused_attention", .backward = fused_backward, .saved = 1, .describe = describe};

/* in: the n tensors that hold q, k and v. The mask is recorded as one more input, to be drawn. */
static Tensor *attend(Flash f, Tensor *out, int n, Tensor *const in[], Tensor *mask)
{
    Tensor *statistics = tensor_new(SHAPE(2, f.B, f.H, f.Tq)), *inputs[4] = {NULL};
    f.max = statistics->data;
    f.inverse = f.max + f.B * f.H * f.Tq;
    f.out = layout(out, 0, f.D);
    flash_kernel()->forward(&f);
    for (int i = 0; i < n; i++)
        inputs[i] = in[i];
    inputs[n] = mask;
    return closure_record(out, &fused_op, n + (mask != NULL), inputs,
                          CAPTURE(FusedCapture, statistics, f, n));
}

/* ---- the three ways in ------------------------------------------------------------------------- */

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

static void check_num_heads(const char *operation, long C, long num_heads)
{
    if (num_heads < 1 || C < 1 || C % num_heads != 0)
        fail("%s: C = %ld channels do not divide into num_heads = %ld", operation, C, num_heads);
}

/* num_heads 0: the heads, if any, have an axis of their own. */
static Tensor *attend_separate(const char *operation, Tensor *q, Tensor *k, Tensor *v,
                               long num_heads, FusedAttentionOptions o)
{
    check_inputs(operation, q, k, v);
    int time = q->ndim - 2;
    Flash f = {.B = q->shape[0], .Tq = q->shape[time], .Tk = k->shape[time]};
    f.H = q->ndim == 4 ? q->shape[1] : num_heads > 0 ? num_heads : 1;
    f.D = q->ndim == 4 ? q->shape[3] : q->shape[2] / f.H;
    take_options(operation, &f, o, q->ndim == 4 || num_heads > 0 ? 4 : 3);
    q = unit_stride(q);
    k = unit_stride(k);
    v = unit_stride(v);
    f.q = layout(q, 0, f.D);
    f.k = layout(k, 0, f.D);
    f.v = layout(v, 0, f.D);
    return attend(f, tensor_new_like(q), INPUTS(q, k, v), o.mask);
}

Tensor *fused_attention(Tensor *q, Tensor *k, Tensor *v, FusedAttentionOptions o)
{
    return attend_separate("fused_attention", q, k, v, 0, o);
}

Tensor *fused_attention_heads(Tensor *q, Tensor *k, Tensor *v, long num_heads,
                              FusedAttentionOptions o)
{
    if (q->ndim != 3)
        fail("fused_attention_heads: q has shape %s, expected (B, T, C)", tensor_shape_text(q));
    check_num_heads("fused_attention_heads", q->shape[2], num_heads);
    return attend_separate("fused_attention_heads", q, k, v, num_heads, o);
}

Tensor *fused_attention_qkv(Tensor *qkv, long num_heads, FusedAttentionOptions o)
{
    if (qkv->ndim != 3 || qkv->shape[2] % 3 != 0)
        fail("fused_attention_qkv: qkv has shape %s, expected (B, T, 3C): queries, keys and values "
             "side by side",
             tensor_shape_text(qkv));
    long C = qkv->shape[2] / 3;
    check_num_heads("fused_attention_qkv", C, num_heads);
    Flash f = {.B = qkv->shape[0], .H = num_heads, .D = C / num_heads};
    f.Tq = f.Tk = qkv->shape[1];
    take_options("fused_attention_qkv", &f, o, 4);
    qkv = unit_stride(qkv);
    f.q = layout(qkv, 0, f.D);
    f.k = layout(qkv, C, f.D);
    f.v = layout(qkv, 2 * C, f.D);
    return attend(f, tensor_new(SHAPE(f.B, f.Tq, C)), INPUTS(qkv), o.mask);
}
