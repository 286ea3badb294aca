/* flash_problem.h - attention in tiles and its plain twin on the same problem, and how they compare. */
#ifndef FLASH_PROBLEM_H
#define FLASH_PROBLEM_H

#include "test.h"

typedef struct {
    Tensor *output, *dq, *dk, *dv;
} Results;

typedef struct {
    Tensor *q, *k, *v, *seed; /* seed: the gradient that comes back */
    FlashAttentionOptions options;
} Problem;

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-5)

static inline Tensor *copied(const Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

/* What has arrived in the leaves, which are left without gradients. */
static inline Results collect(const Problem *p, Tensor *output)
{
    tensor_backward_from(output, p->seed, false);
    Results r = {copied(output), copied(p->q->grad), copied(p->k->grad), copied(p->v->grad)};
    p->q->grad = p->k->grad = p->v->grad = NULL;
    return r;
}

/* The plain twin: scores, mask, softmax, dropout, context. */
static inline Results plain(const Problem *p)
{
    FlashAttentionOptions o = p->options;
    Tensor *mask = o.mask;
    if (mask != NULL && mask->ndim == 3 && p->q->ndim == 4)
        mask = tensor_unsqueeze(mask, 1);
    if (o.causal) {
        Tensor *causal = mask_causal(p->k->shape[p->k->ndim - 2]);
        mask = mask == NULL ? causal : mask_combine(mask, causal);
    }
    Tensor *scores = attention_scores(p->q, p->k);
    scores = o.scale > 0 ? tensor_mul_scalar(scores, (real)o.scale)
                         : attention_scale(scores, p->q->shape[p->q->ndim - 1]);
    Tensor *weights = attention_weights(attention_mask(scores, mask));
    weights = tensor_dropout(weights, o.dropout, o.training, o.rng);
    return collect(p, attention_context(weights, p->v));
}

static inline Results flash(const Problem *p)
{
    return collect(p, flash_attention(p->q, p->k, p->v, p->options));
}

/* Heads of queries, keys and values that lie side by side in one tensor (B, T, 3C). */
static inline Tensor *flash_of_qkv(Tensor *qkv, long H, FlashAttentionOptions o)
{
    long C = qkv->shape[2] / 3;
    Tensor *part[3];
    tensor_split(qkv, 3, (long[]){C, C, C}, -1, part);
    return flash_attention(split_heads(part[0], H), split_heads(part[1], H),
                           split_heads(part[2], H), o);
}

static inline void assert_results_close(Results a, Results b, double tolerance)
{
    assert_tensor_close(a.output, b.output, tolerance, tolerance);
    assert_tensor_close(a.dq, b.dq, tolerance, tolerance);
    assert_tensor_close(a.dk, b.dk, tolerance, tolerance);
    assert_tensor_close(a.dv, b.dv, tolerance, tolerance);
}

static inline void assert_results_identical(Results a, Results b)
{
    assert_tensor_identical(a.output, b.output);
    assert_tensor_identical(a.dq, b.dq);
    assert_tensor_identical(a.dk, b.dk);
    assert_tensor_identical(a.dv, b.dv);
}

/* Both ways from the same state of the random stream; it must end in the same state, too. */
static inline void check_against_plain(Problem p)
{
    Rng first = rng_seed(7), second = rng_seed(7);
    p.options.rng = &first;
    Results expected = plain(&p);
    p.options.rng = &second;
    assert_results_close(flash(&p), expected, TOLERANCE);
    assert_true(first.state == second.state);
}

static inline Problem problem(long B, long H, long Tq, long Tk, long D)
{
    return (Problem){.q = random_leaf(SHAPE(B, H, Tq, D)),
                     .k = random_leaf(SHAPE(B, H, Tk, D)),
                     .v = random_leaf(SHAPE(B, H, Tk, D)),
                     .seed = random_tensor(SHAPE(B, H, Tq, D))};
}

/* Each entry is 1 with probability p. */
static inline Tensor *random_mask(int ndim, const long *shape, double p)
{
    Tensor *mask = tensor_zeros(ndim, shape);
    for (long i = 0, n = tensor_numel(mask); i < n; i++)
        mask->data[i] = rng_uniform(&test_rng) < p;
    return mask;
}

static inline Tensor *random_padding(long B, long Tk)
{
    IntTensor *lengths = int_tensor_new(SHAPE(B));
    for (long b = 0; b < B; b++)
        lengths->data[b] = (int)rng_below(&test_rng, Tk + 1);
    return mask_padding(lengths, Tk);
}

#endif
