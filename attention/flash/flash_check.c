/* flash_check.c - what a caller of attention with options can do wrong; nothing has been changed
 * then. */
#include <math.h>
#include "flash.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Heads of k and v may be fewer, where somebody asks for that. */
static void check_heads(const char *operation, const Tensor *q, const Tensor *k, bool enable_gqa)
{
    long Hq = q->shape[1], Hkv = k->shape[1];
    bool divides = Hkv > 0 && Hq % Hkv == 0;
    if (Hq != Hkv && !(enable_gqa && divides))
        fail("%s: q %s and k %s differ in axis 1, %ld against %ld%s", operation,
             tensor_shape_text(q), tensor_shape_text(k), Hq, Hkv,
             enable_gqa
                 ? ". hint: with .enable_gqa the number of heads of k and v divides that of q"
             : divides ? ". hint: .enable_gqa = true, if several heads of q share one of k and v"
                       : "");
}

static void check_inputs(const char *operation, const Tensor *q, const Tensor *k, const Tensor *v,
                         bool enable_gqa)
{
    if (q->ndim != k->ndim || k->ndim != v->ndim || q->ndim < 3 || q->ndim > 4)
        fail("%s: q %s, k %s and v %s must all be (B, T, D) or (B, H, T, D)", operation,
             tensor_shape_text(q), tensor_shape_text(k), tensor_shape_text(v));
    int time = q->ndim - 2;
    if (q->ndim == 4)
        check_heads(operation, q, k, enable_gqa);
    for (int d = 0; d < q->ndim; d += d == 0 ? time + 1 : 1)
        if (q->shape[d] != k->shape[d])
            fail("%s: q %s and k %s differ in axis %d, %ld against %ld", operation,
                 tensor_shape_text(q), tensor_shape_text(k), d, q->shape[d], k->shape[d]);
    for (int d = 0; d <= time; d++)
        if (k->shape[d] != v->shape[d])
            fail("%s: k %s and v %s must have one shape but for the last axis: every key needs its "
                 "value",
                 operation, tensor_shape_text(k), tensor_shape_text(v));
    if (q->shape[time + 1] < 1)
        fail("%s: q %s has D = 0, expected at least 1", operation, tensor_shape_text(q));
}

/* ---- options --------------------------------------------------------------------------------- */

static void check_options(const char *operation, FlashAttentionOptions o)
{
    if (!o.causal && o.causal_offset != 0)
        fail("%s: causal_offset is %ld, but causal is false. hint: .causal = true", operation,
             o.causal_offset);
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

/* A bias lines up with the scores as tensor_add does it: (H, Tq, Tk) is one for each head. */
static void check_bias(const char *operation, const Tensor *bias, const Tensor *q, const Tensor *k)
{
    Tensor scores = {.ndim = q->ndim};
    for (int d = 0; d < q->ndim - 1; d++)
        scores.shape[d] = q->shape[d];
    scores.shape[q->ndim - 1] = k->shape[k->ndim - 2];
    if (!broadcast_fits(bias, scores.ndim, scores.shape))
        fail("%s: a bias %s does not broadcast to scores %s. hint: the last two axes are queries "
             "and keys, (Tq, Tk), each full or 1",
             operation, tensor_shape_text(bias), tensor_shape_text(&scores));
}

void flash_check(const char *operation, const Tensor *q, const Tensor *k, const Tensor *v,
                 const FlashAttentionOptions *o)
{
    check_inputs(operation, q, k, v, o->enable_gqa);
    check_options(operation, *o);
    if (o->bias != NULL)
        check_bias(operation, o->bias, q, k);
}
