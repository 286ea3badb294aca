/* composed_attention.c - attention with every option, step by step: the plain twin of flash.c.
 *
 *     softmax(scale q k^T + bias, masked) v
 *
 * Invariant: each step is an operation of its own, so its gradient needs no formula of attention.
 */
#include "attention_shared.h"
#include "flash.h"

/* (Tq, Tk): key j allowed iff j <= i + offset. */
static Tensor *causal_mask(long Tq, long Tk, long offset)
{
    Tensor *past = tensor_named(tensor_zeros(SHAPE(Tq, Tk)), "causal mask");
    for (long i = 0; i < Tq; i++)
        for (long j = 0; j < Tk && j - i <= offset; j++)
            past->data[i * Tk + j] = 1;
    return past;
}

static Tensor *whole_mask(FlashAttentionOptions o, const Tensor *q, const Tensor *k)
{
    Tensor *mask = o.mask;
    if (mask != NULL && mask->ndim == 3 && q->ndim == 4)
        mask = tensor_unsqueeze(mask, 1);
    if (!o.causal)
        return mask;
    Tensor *causal = causal_mask(q->shape[q->ndim - 2], k->shape[k->ndim - 2], o.causal_offset);
    return mask == NULL ? causal : mask_combine(causal, mask);
}

/* Where k or v is not finite: in products with a (..., Tq, Tk, D) of keys of their own for each
 * query, zeros where it may not see one, no 0 is multiplied by NaN, neither here nor on the way
 * back. */
static Tensor *for_each_query(Tensor *t, Tensor *mask)
{
    return tensor_where(tensor_unsqueeze(mask, mask->ndim), tensor_unsqueeze(t, t->ndim - 2),
                        tensor_scalar(0));
}

static Tensor *careful_scores(Tensor *q, Tensor *k, Tensor *mask)
{
    Tensor *each = tensor_mul(tensor_unsqueeze(q, q->ndim - 1), for_each_query(k, mask));
    return tensor_sum(each, AXES(-1), false);
}

static Tensor *careful_context(Tensor *weights, Tensor *v, Tensor *mask)
{
    Tensor *each = tensor_mul(tensor_unsqueeze(weights, weights->ndim), for_each_query(v, mask));
    return tensor_sum(each, AXES(-2), false);
}

Attention composed_attention(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    flash_check("composed_attention", q, k, v, &o);
    k = repeat_heads(k, q);
    v = repeat_heads(v, q);
    Tensor *mask = whole_mask(o, q, k);
    bool careful = mask != NULL && !(flash_is_finite(k) && flash_is_finite(v));
    Tensor *raw = careful ? careful_scores(q, k, mask) : attention_scores(q, k), *scores;
    scores = o.scale > 0 ? tensor_mul_scalar(raw, (real)o.scale)
                         : attention_scale(raw, q->shape[q->ndim - 1]);
    if (o.bias != NULL)
        scores = tensor_add(scores, o.bias);
    Attention a = {.weights = attention_weights(attention_mask(scores, mask))};
    Tensor *kept = tensor_dropout(a.weights, o.dropout, o.training, o.rng);
    a.output = careful ? careful_context(kept, v, mask) : attention_context(kept, v);
    return a;
}
