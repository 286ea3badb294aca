/* flash.c - attention as one operation of the graph.
 *
 * The same numbers as composed_attention, its plain twin, without the (Tq, Tk) squares
 * between the steps: the graph keeps the output and two numbers per query (see flash.h). Heads are
 * read, and written, where they lie: a head is a stride, not a copy.
 * Invariant: element (b, h, q, k) draws the same random number here as from tensor_dropout on the
 * weights, and the stream moves on by as many draws.
 */
#include <math.h>
#include "flash.h"
#include "splitmix.h"

/* ---- options --------------------------------------------------------------------------------- */

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

/* A bias as such a view; three axes are those of scores without heads, else (H, Tq, Tk). */
static Tensor *full_bias(const Flash *f, const Tensor *bias, int axes)
{
    Tensor heads = *bias;
    if (bias->ndim == 3 && axes == 3)
        unsqueeze_view(&heads, bias, 1);
    Tensor *full = tensor_new_view(bias);
    broadcast_view(full, &heads, 4, (long[]){f->B, f->H, f->Tq, f->Tk});
    return full;
}

/* An offset that is larger than all there is says no more than that. */
static long bounded(long offset, const Flash *f)
{
    return offset < -f->Tq ? -f->Tq : offset > f->Tk ? f->Tk : offset;
}

/* axes: how many the scores have, 4 or, without heads, 3. */
static void take_options(const char *operation, Flash *f, FlashAttentionOptions o, int axes)
{
    f->scale = (real)(o.scale > 0 ? o.scale : 1 / sqrt((double)f->D));
    f->causal = o.causal;
    f->offset = bounded(o.causal_offset, f);
    if (o.bias != NULL)
        f->bias = full_bias(f, o.bias, axes);
    if (o.mask != NULL)
        f->mask = full_mask(operation, f, o.mask, axes);
    if (o.training && o.dropout > 0) {
        f->dropout = o.dropout;
        f->rng = *o.rng;
        o.rng->state += (uint64_t)f->B * f->H * f->Tq * f->Tk * SPLITMIX_GAMMA;
    }
}

/* ---- the operation --------------------------------------------------------------------------- */

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
            *heads[i] = flash_heads(to[i], f.H);
        }
    f.dout = flash_heads(dy, f.H);
    flash_clean(&f, c->in[1], c->in[2]);
    Tensor *bias = f.bias != NULL ? c->in[c->n_in - 1] : NULL, *dbias = NULL;
    if (bias != NULL && bias->requires_grad) {
        dbias = dy->ndim == 4 ? tensor_zeros(SHAPE(f.B, f.H, f.Tq, f.Tk))
                              : tensor_zeros(SHAPE(f.B, f.Tq, f.Tk));
        f.dbias = dbias->data;
    }
    flash_kernel()->backward(&f);
    if (dbias != NULL)
        grad_add(bias, dbias);
    for (int i = 0; i < 3 && !in_place; i++)
        if (to[i] != NULL)
            grad_add(c->in[i], to[i]);
}

static void describe(const Closure *c, char *text, size_t size)
{
    const Flash *f = &((const FlashCapture *)c->capture)->flash;
    snprintf(text, size, "%s",
             f->causal         ? "causal"
             : f->mask != NULL ? "masked"
             : f->bias != NULL ? "biased"
                               : "");
}

/* How many keys the queries see, all together. Of a whole causal square half is counted, as
 * everybody does, and not the half of the diagonal that is seen as well. */
static double pairs_seen(const Flash *f)
{
    if (!f->causal)
        return (double)f->Tq * (double)f->Tk;
    if (f->offset == 0 && f->Tq == f->Tk)
        return (double)f->Tq * (double)f->Tk / 2;
    double sum = 0;
    for (long i = 0; i < f->Tq; i++) {
        long keys = i + 1 + f->offset;
        sum += (double)(keys < 0 ? 0 : keys > f->Tk ? f->Tk : keys);
    }
    return sum;
}

/* Queries times keys and weights times values: a multiplication and an addition for each of D
 * numbers, twice. */
static double flash_flops(const Closure *c)
{
    const Flash *f = &((const FlashCapture *)c->capture)->flash;
    return 4.0 * (double)(f->B * f->H * f->D) * pairs_seen(f);
}

/* Of q, k, v and of a bias, which comes behind a mask. */
static const Operation flash_op = {.name = "flash_attention",
                                   .backward = flash_backward,
                                   .reads = {READS_ALL | READS_OUT, READS_ALL | READS_OUT,
                                             READS_ALL & ~READS_INPUT(2), READS_ALL | READS_OUT,
                                             READS_ALL | READS_OUT},
                                   .saved = 1,
                                   .flops = flash_flops,
                                   .describe = describe,
                                   .products = 2,
                                   .flops_back = 2.5,
                                   .shares = SHARES_NOT_KEPT};

/* The mask is recorded as one more input, to be drawn; the bias comes last. */
static Tensor *attend(Flash f, Tensor *q, Tensor *k, Tensor *v, Tensor *out,
                      FlashAttentionOptions o)
{
    Tensor *statistics = tensor_new(SHAPE(2, f.B, f.H, f.Tq));
    f.max = statistics->data;
    f.inverse = f.max + f.B * f.H * f.Tq;
    f.q = flash_heads(q, f.H);
    f.k = flash_heads(k, f.H);
    f.v = flash_heads(v, f.H);
    f.out = flash_heads(out, f.H);
    flash_kernel()->forward(&f);
    flash_forward_again(&f, v);
    Tensor *inputs[5] = {q, k, v};
    int n = 3;
    if (o.mask != NULL)
        inputs[n++] = o.mask;
    if (o.bias != NULL)
        inputs[n++] = o.bias;
    return closure_record(out, &flash_op, n, inputs, CAPTURE(FlashCapture, statistics, f));
}

/* ---- the way in ------------------------------------------------------------------------------ */

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

/* Zeros behind the last axis: they add nothing to a score, and are cut off values. */
static Tensor *widened(Tensor *t, long D)
{
    long more = D - t->shape[t->ndim - 1];
    return more > 0 ? tensor_pad(t, 2, (long[]){0, more}, 0) : t;
}

/* The kernels know one D. */
static Tensor *of_two_widths(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    long D = q->shape[q->ndim - 1], Dv = v->shape[v->ndim - 1], wide = D > Dv ? D : Dv;
    if (o.scale == 0)
        o.scale = 1 / sqrt((double)D);
    Tensor *out = flash_attention(widened(q, wide), widened(k, wide), widened(v, wide), o);
    return wide > Dv ? tensor_slice(out, -1, 0, Dv, 1) : out;
}

Tensor *flash_attention(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    flash_check("flash_attention", q, k, v, &o);
    int time = q->ndim - 2;
    if (v->shape[time + 1] != q->shape[time + 1])
        return of_two_widths(q, k, v, o);
    Flash f = {.B = q->shape[0],
               .H = q->ndim == 4 ? q->shape[1] : 1,
               .Tq = q->shape[time],
               .Tk = k->shape[time],
               .D = q->shape[time + 1]};
    take_options("flash_attention", &f, o, q->ndim);
    Tensor *out = result_for(&f, q);
    return attend(f, unit_stride(q), unit_stride(k), unit_stride(v), out, o);
}
