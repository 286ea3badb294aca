/* test_fused.c - tiled attention against its plain twin: output, gradients, random draws, memory. */
#include "test.h"

/* ---- one comparison ---------------------------------------------------------------------------- */

typedef struct {
    Tensor *output, *dq, *dk, *dv;
} Results;

typedef struct {
    Tensor *q, *k, *v, *seed; /* seed: the gradient that comes back */
    FusedAttentionOptions options;
} Problem;

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-5)

static Tensor *copied(const Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_forward(copy, t);
    return copy;
}

/* What has arrived in the leaves, which are left without gradients. */
static Results collect(const Problem *p, Tensor *output)
{
    tensor_backward_from(output, p->seed, false);
    Results r = {copied(output), copied(p->q->grad), copied(p->k->grad), copied(p->v->grad)};
    p->q->grad = p->k->grad = p->v->grad = NULL;
    return r;
}

/* The plain twin: scores, mask, softmax, dropout, context. */
static Results plain(const Problem *p)
{
    FusedAttentionOptions o = p->options;
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

static Results fused(const Problem *p)
{
    return collect(p, fused_attention(p->q, p->k, p->v, p->options));
}

static void assert_results_close(Results a, Results b, double tolerance)
{
    assert_tensor_close(a.output, b.output, tolerance, tolerance);
    assert_tensor_close(a.dq, b.dq, tolerance, tolerance);
    assert_tensor_close(a.dk, b.dk, tolerance, tolerance);
    assert_tensor_close(a.dv, b.dv, tolerance, tolerance);
}

static void assert_results_identical(Results a, Results b)
{
    assert_tensor_identical(a.output, b.output);
    assert_tensor_identical(a.dq, b.dq);
    assert_tensor_identical(a.dk, b.dk);
    assert_tensor_identical(a.dv, b.dv);
}

/* Both ways from the same state of the random stream; it must end in the same state, too. */
static void check_against_plain(Problem p)
{
    Rng first = rng_seed(7), second = rng_seed(7);
    p.options.rng = &first;
    Results expected = plain(&p);
    p.options.rng = &second;
    assert_results_close(fused(&p), expected, TOLERANCE);
    assert_true(first.state == second.state);
}

static Problem problem(long B, long H, long Tq, long Tk, long D)
{
    return (Problem){.q = random_leaf(SHAPE(B, H, Tq, D)),
                     .k = random_leaf(SHAPE(B, H, Tk, D)),
                     .v = random_leaf(SHAPE(B, H, Tk, D)),
                     .seed = random_tensor(SHAPE(B, H, Tq, D))};
}

/* Each entry is 1 with probability p. */
static Tensor *random_mask(int ndim, const long *shape, double p)
{
    Tensor *mask = tensor_zeros(ndim, shape);
    for (long i = 0, n = tensor_numel(mask); i < n; i++)
        mask->data[i] = rng_uniform(&test_rng) < p;
    return mask;
}

static Tensor *random_padding(long B, long Tk)
{
    IntTensor *lengths = int_tensor_new(SHAPE(B));
    for (long b = 0; b < B; b++)
        lengths->data[b] = (int)rng_below(&test_rng, Tk + 1);
    return mask_padding(lengths, Tk);
}

/* ---- sizes, masks and dropout -------------------------------------------------------------------- */

enum {
    NO_MASK,
    CAUSAL,
    CAUSAL_AS_MASK,
    PADDING,
    PADDING_AND_CAUSAL,
    FULL_MASK,
    MASK_PER_BATCH,
    MASK_2D,
    MASK_KINDS
};

static void choose_mask(Problem *p, int kind)
{
    long B = p->q->shape[0], H = p->q->shape[1], Tq = p->q->shape[2], Tk = p->k->shape[2];
    FusedAttentionOptions *o = &p->options;
    o->causal = Tq == Tk && (kind == CAUSAL || kind == PADDING_AND_CAUSAL);
    if (kind == PADDING || kind == PADDING_AND_CAUSAL)
        o->mask = random_padding(B, Tk);
    else if (kind == CAUSAL_AS_MASK && Tq == Tk)
        o->mask = mask_causal(Tq);
    else if (kind == FULL_MASK)
        o->mask = random_mask(SHAPE(B, H, Tq, Tk), 0.5);
    else if (kind == MASK_PER_BATCH)
        o->mask = random_mask(SHAPE(B, Tq, Tk), 0.1); /* many rows without any key */
    else if (kind == MASK_2D)
        o->mask = random_mask(SHAPE(Tq, Tk), 0.9);
}

static void test_all_sizes_masks_and_dropout(void **state)
{
    (void)state;
    const long sizes[] = {1, 2, 7, 31, 32, 33, 65, 130}, dims[] = {1, 3, 8, 16, 17, 64};
    int kind = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            for (int d = 0; d < 6; d++) {
                Scope *scope = scope_open();
                long B = 1 + rng_below(&test_rng, 2), H = 1 + rng_below(&test_rng, 3);
                Problem p = problem(B, H, sizes[i], sizes[j], dims[d]);
                choose_mask(&p, kind++ % MASK_KINDS);
                p.options.dropout = (real)(rng_below(&test_rng, 2) == 0 ? 0 : 0.3);
                p.options.training = rng_below(&test_rng, 4) != 0;
                check_against_plain(p);
                scope_close(scope);
            }
}

static void test_square_sizes_with_every_mask(void **state)
{
    (void)state;
    const long sizes[] = {1, 5, 64, 65, 129, 200};
    for (int i = 0; i < 6; i++)
        for (int kind = 0; kind < MASK_KINDS; kind++) {
            Scope *scope = scope_open();
            Problem p = problem(2, 2, sizes[i], sizes[i], 16);
            choose_mask(&p, kind);
            check_against_plain(p);
            p.options.dropout = (real)0.5;
            p.options.training = true;
            check_against_plain(p);
            scope_close(scope);
        }
}

static void test_without_heads(void **state)
{
    (void)state;
    Problem p = {.q = random_leaf(SHAPE(3, 9, 4)),
                 .k = random_leaf(SHAPE(3, 11, 4)),
                 .v = random_leaf(SHAPE(3, 11, 4)),
                 .seed = random_tensor(SHAPE(3, 9, 4))};
    check_against_plain(p);
    p.options.mask = random_mask(SHAPE(3, 9, 11), 0.5);
    check_against_plain(p);
    p.options.scale = 2;
    check_against_plain(p);
}

static void test_no_queries_or_no_keys(void **state)
{
    (void)state;
    Problem p = problem(2, 2, 0, 3, 4);
    Results r = fused(&p);
    assert_tensor_close(r.dk, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    assert_tensor_close(r.dv, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    p = problem(2, 2, 3, 0, 4);
    r = fused(&p);
    assert_tensor_close(r.output, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    assert_tensor_close(r.dq, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    p = problem(0, 2, 3, 3, 4);
    assert_shape(fused(&p).output, SHAPE(0, 2, 3, 4));
}

/* ---- numbers at the edge ------------------------------------------------------------------------- */

static void test_queries_without_keys_give_zeros(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 70, 70, 5);
    p.options.mask = tensor_zeros(SHAPE(70, 70));
    Tensor *zeros = tensor_zeros(SHAPE(1, 2, 70, 5));
    Results r = fused(&p), none = {zeros, zeros, zeros, zeros};
    assert_results_close(r, none, 0);
    for (long j = 0; j < 70; j++) /* and one query with all keys does not disturb the others */
        p.options.mask->data[66 * 70 + j] = 1;
    r = fused(&p);
    assert_true(tensor_get(r.output, AT(0, 0, 66, 0)) != 0);
    assert_true(tensor_get(r.output, AT(0, 0, 65, 0)) == 0);
    assert_true(tensor_get(r.dq, AT(0, 1, 67, 0)) == 0);
    check_against_plain(p);
}

/* Scores of -1e5 .. 1e5, small whole numbers apart: every step is exact in float but the softmax. */
static void test_huge_scores(void **state)
{
    (void)state;
    Problem p = problem(1, 1, 70, 140, 4);
    for (long i = 0; i < 70 * 4; i++)
        p.q->data[i] = (real)(i % 4 == 0 ? 256 : i % 4 == 1 ? 1 : 0);
    for (long j = 0; j < 140; j++) {
        p.k->data[4 * j] = (real)(j < 100 ? -780 : 780);
        p.k->data[4 * j + 1] = (real)(2 * (j % 7));
    }
    p.options.mask = random_mask(SHAPE(70, 140), 0.3);
    Results r = fused(&p), expected = plain(&p);
    assert_tensor_close(r.output, expected.output, TOLERANCE, TOLERANCE);
    assert_tensor_close(r.dv, expected.dv, TOLERANCE, TOLERANCE);
    double rounded = 780 * TOLERANCE; /* these add up keys, of size 780, that cancel */
    assert_tensor_close(r.dq, expected.dq, TOLERANCE, rounded);
    assert_tensor_close(r.dk, expected.dk, TOLERANCE, rounded);
}

/* Each tile has a larger maximum than all before: what was summed is scaled down every time. */
static void test_growing_scores(void **state)
{
    (void)state;
    Problem p = problem(1, 1, 40, 500, 2);
    for (long j = 0; j < 500; j++) {
        p.k->data[2 * j] = (real)(0.01 * (double)j);
        p.k->data[2 * j + 1] = 0;
    }
    for (long i = 0; i < 40; i++)
        p.q->data[2 * i] = (real)(i - 20);
    check_against_plain(p);
}

static void test_nan_is_not_hidden(void **state)
{
    (void)state;
    Problem p = problem(1, 1, 3, 80, 4);
    p.k->data[75 * 4] = NAN;
    Tensor *out = fused_attention(p.q, p.k, p.v, p.options);
    for (long i = 0; i < tensor_numel(out); i++)
        assert_true(isnan(out->data[i]));
}

/* ---- strides and sharing ------------------------------------------------------------------------- */

static void test_strided_inputs(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(2, 40, 3, 8)), *k = random_leaf(SHAPE(2, 3, 8, 50));
    Tensor *v = random_leaf(SHAPE(1, 1, 100, 16));
    Tensor *seed = random_tensor(SHAPE(2, 3, 40, 8));
    Results r[2];
    for (int i = 0; i < 2; i++) {
        Tensor *a = tensor_transpose(q, 1, 2); /* (2, 3, 40, 8), heads inside a row */
        Tensor *b = tensor_transpose(k, 2, 3); /* (2, 3, 50, 8), last axis not next to each other */
        Tensor *c = tensor_slice(tensor_slice(v, 2, 99, SLICE_END, -2), 3, 5, 13, 1);
        c = tensor_expand(c, SHAPE(2, 3, 50, 8)); /* backwards, offset and repeated */
        Tensor *out = i == 0 ? fused_attention(a, b, c, (FusedAttentionOptions){0})
                             : scaled_dot_product_attention(a, b, c, NULL).output;
        Problem leaves = {.q = q, .k = k, .v = v, .seed = seed};
        r[i] = collect(&leaves, out);
    }
    assert_results_close(r[0], r[1], 2 * TOLERANCE);
}

static void test_strided_mask(void **state)
{
    (void)state;
    Problem p = problem(2, 2, 30, 70, 4);
    p.options.mask = tensor_transpose(random_mask(SHAPE(2, 1, 70, 30), 0.5), 2, 3);
    check_against_plain(p);
}

static void test_the_same_tensor_three_times(void **state)
{
    (void)state;
    for (long T = 3; T < 200; T += 95) {
        Tensor *x = random_leaf(SHAPE(2, T, 6)), *g = random_tensor(SHAPE(2, T, 6));
        tensor_backward_from(fused_attention(x, x, x, (FusedAttentionOptions){0}), g, false);
        Tensor *dx = copied(x->grad);
        x->grad = NULL;
        tensor_backward_from(self_attention(x, NULL).output, g, false);
        assert_tensor_close(dx, x->grad, 3 * TOLERANCE, 3 * TOLERANCE);
    }
}

/* q and k are views of one tensor whose gradients overlap, each in another order. */
static void test_views_of_one_tensor(void **state)
{
    (void)state;
    for (int filled = 0; filled < 2; filled++) {
        Tensor *x = random_leaf(SHAPE(3, 3, 40, 40)), *g = random_tensor(SHAPE(3, 3, 40, 40));
        Tensor *dx[2];
        for (int i = 0; i < 2; i++) {
            if (filled)
                tensor_backward_from(tensor_mul_scalar(x, 2), g, false);
            Tensor *k = tensor_transpose(x, 0, 1), *v = tensor_transpose(x, 2, 3);
            Tensor *out = i == 0 ? fused_attention(x, k, v, (FusedAttentionOptions){.scale = 0.1})
                                 : attention_context(attention_weights(tensor_mul_scalar(
                                                         attention_scores(x, k), (real)0.1)),
                                                     v);
            tensor_backward_from(out, g, false);
            dx[i] = copied(x->grad);
            x->grad = NULL;
        }
        assert_tensor_close(dx[0], dx[1], 3 * TOLERANCE, 3 * TOLERANCE);
    }
}

/* The queries have unit stride, their gradient, a view of x's, has not. */
static void test_strided_gradient(void **state)
{
    (void)state;
    Tensor *columns = tensor_transpose(random_tensor(SHAPE(2, 7, 5)), 1, 2);
    Tensor *x = tensor_requires_grad(tensor_detach(columns)); /* (2, 5, 7) */
    Tensor *k = random_tensor(SHAPE(2, 9, 5)), *g = random_tensor(SHAPE(2, 7, 5));
    Tensor *q = tensor_transpose(x, 1, 2);
    tensor_backward_from(fused_attention(q, k, k, (FusedAttentionOptions){0}), g, false);
    Tensor *dx = copied(x->grad);
    x->grad = NULL;
    q = tensor_transpose(x, 1, 2);
    tensor_backward_from(scaled_dot_product_attention(q, k, k, NULL).output, g, false);
    assert_tensor_close(dx, x->grad, TOLERANCE, TOLERANCE);
}

/* Gradients are added to what is there: twice the same use gives twice the gradient. */
static void test_gradients_accumulate(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 35, 35, 5);
    p.options.causal = true;
    Results once = fused(&p);
    Tensor *a = fused_attention(p.q, p.k, p.v, p.options);
    Tensor *b = fused_attention(p.q, p.k, p.v, p.options);
    Results twice = collect(&p, tensor_add(a, b));
    assert_tensor_close(twice.dq, tensor_add(once.dq, once.dq), 1e-6, 1e-7);
    assert_tensor_close(twice.dk, tensor_add(once.dk, once.dk), 1e-6, 1e-7);
    assert_tensor_close(twice.dv, tensor_add(once.dv, once.dv), 1e-6, 1e-7);
}

static void test_only_wanted_gradients(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 35, 40, 5);
    Results all = fused(&p);
    for (int i = 0; i < 3; i++) {
        Tensor *leaf[] = {p.q, p.k, p.v}, *expected[] = {all.dq, all.dk, all.dv};
        for (int j = 0; j < 3; j++)
            leaf[j]->requires_grad = i == j;
        tensor_backward_from(fused_attention(p.q, p.k, p.v, p.options), p.seed, false);
        for (int j = 0; j < 3; j++)
            if (i != j)
                assert_null(leaf[j]->grad);
        assert_tensor_identical(leaf[i]->grad, expected[i]);
        leaf[i]->grad = NULL;
    }
}

/* ---- heads side by side ---------------------------------------------------------------------------- */

static void test_heads_and_qkv_are_split_attend_merge(void **state)
{
    (void)state;
    const long lengths[] = {1, 70, 300}, heads[] = {1, 3}, dims[] = {5, 16};
    for (int n = 0; n < 12; n++) {
        long T = lengths[n % 3], H = heads[n / 3 % 2], C = H * dims[n / 6];
        Tensor *qkv = random_leaf(SHAPE(2, T, 3 * C)), *g = random_tensor(SHAPE(2, T, C));
        FusedAttentionOptions o = {.causal = n % 2 == 0, .mask = random_padding(2, T)};
        Tensor *part[3], *grad[3], *out[3];
        for (int way = 0; way < 3; way++) {
            tensor_split(qkv, 3, (long[]){C, C, C}, -1, part);
            Tensor *mask = o.causal ? mask_combine(o.mask, mask_causal(T)) : o.mask;
            if (way == 0)
                out[0] = merge_heads(scaled_dot_product_attention(split_heads(part[0], H),
                                                                  split_heads(part[1], H),
                                                                  split_heads(part[2], H), mask)
                                         .output);
            else if (way == 1)
                out[1] = fused_attention_heads(part[0], part[1], part[2], H, o);
            else
                out[2] = fused_attention_qkv(qkv, H, o);
            tensor_backward_from(out[way], g, false);
            grad[way] = copied(qkv->grad);
            qkv->grad = NULL;
        }
        for (int way = 1; way < 3; way++) {
            assert_tensor_close(out[way], out[0], TOLERANCE, TOLERANCE);
            assert_tensor_close(grad[way], grad[0], TOLERANCE, TOLERANCE);
        }
    }
}

static void test_qkv_accumulates(void **state)
{
    (void)state;
    Tensor *qkv = random_leaf(SHAPE(1, 20, 12)), *g = random_tensor(SHAPE(1, 20, 4));
    FusedAttentionOptions o = {.causal = true};
    tensor_backward_from(fused_attention_qkv(qkv, 2, o), g, false);
    Tensor *once = copied(qkv->grad);
    tensor_backward_from(fused_attention_qkv(qkv, 2, o), g, false);
    assert_tensor_close(qkv->grad, tensor_add(once, once), 1e-6, 1e-7);
}

/* Keeping the weights makes multi-head attention go step by step. */
static void test_multi_head_attention_both_ways(void **state)
{
    (void)state;
    for (int n = 0; n < 16; n++) {
        bool one_projection = n & 1, cross = n & 2, masked = n & 4, dropped = n & 8;
        Rng rng = rng_seed(5);
        MultiHeadAttention *a = mha_new((MhaOptions){.embed_dim = 12,
                                                     .num_heads = 3,
                                                     .rng = &rng,
                                                     .fused = one_projection,
                                                     .dropout = (real)(dropped ? 0.2 : 0)});
        long Tk = cross ? 9 : 6;
        Tensor *x = random_leaf(SHAPE(2, 6, 12)),
               *memory = cross ? random_leaf(SHAPE(2, Tk, 12)) : x;
        Tensor *mask = masked ? random_mask(SHAPE(2, 6, Tk), 0.7) : cross ? NULL : mask_causal(6);
        Tensor *g = random_tensor(SHAPE(2, 6, 12)), *y[2], *dx[2], *dmemory[2], *dw[2];
        Linear *values = one_projection ? a->qkv : a->v;
        for (int i = 0; i < 2; i++) {
            Rng draws = rng_seed(9);
            if (a->dropout != NULL)
                a->dropout->rng = &draws;
            a->keep_weights = i;
            y[i] = mha_cross(a, x, memory, mask);
            assert_true((a->weights != NULL) == (i == 1));
            tensor_backward_from(y[i], g, false);
            dx[i] = copied(x->grad);
            dmemory[i] = copied(memory->grad);
            dw[i] = copied(values->weight->grad);
            x->grad = memory->grad = NULL;
            tensor_zero_grad(values->weight);
        }
        assert_tensor_close(y[0], y[1], TOLERANCE, TOLERANCE);
        assert_tensor_close(dx[0], dx[1], TOLERANCE, TOLERANCE);
        assert_tensor_close(dmemory[0], dmemory[1], TOLERANCE, TOLERANCE);
        assert_tensor_close(dw[0], dw[1], TOLERANCE, TOLERANCE);
        module_free(&a->module);
    }
}

/* ---- gradients by differences ---------------------------------------------------------------------- */

static Tensor *masked_with_dropout(Tensor *const in[], void *context)
{
    Rng rng = rng_seed(3);
    FusedAttentionOptions o = {
        .mask = context, .dropout = (real)0.25, .rng = &rng, .training = true};
    return fused_attention(in[0], in[1], in[2], o);
}

static Tensor *causal_qkv(Tensor *const in[], void *context)
{
    (void)context;
    return fused_attention_qkv(in[0], 2, (FusedAttentionOptions){.causal = true, .scale = 0.7});
}

static void test_gradcheck(void **state)
{
    (void)state;
    Tensor *mask = random_mask(SHAPE(2, 1, 3, 5), 0.6);
    assert_gradcheck(masked_with_dropout, mask, random_leaf(SHAPE(2, 2, 3, 4)),
                     random_leaf(SHAPE(2, 2, 5, 4)), random_leaf(SHAPE(2, 2, 5, 4)));
    assert_gradcheck(causal_qkv, NULL, random_leaf(SHAPE(2, 4, 18)));
}

/* ---- threads ------------------------------------------------------------------------------------------ */

/* One, two and three heads, so that heads are dealt out whole as well as shared. */
static void test_threads_agree_and_repeat(void **state)
{
    (void)state;
    int before = kindling_threads();
    for (long H = 1; H <= 3; H++) {
        Problem p = problem(1, H, 330, 330, 8);
        p.options.causal = H != 2;
        kindling_set_threads(1);
        Results one = fused(&p);
        assert_results_identical(one, fused(&p));
        for (int threads = 2; threads <= 3; threads++) {
            kindling_set_threads(threads);
            Results many = fused(&p);
            assert_results_identical(many, fused(&p));
            assert_results_close(many, one, TOLERANCE);
        }
        kindling_set_threads(before);
        check_against_plain(p);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------- */

/* Bytes that the scope of the step holds beyond inputs and their gradients, at most. */
static double extra_bytes(long T)
{
    Scope *scope = scope_open();
    Problem p = problem(1, 1, T, T, 4);
    real beta;
    grad_buffer(p.q, &beta), grad_buffer(p.k, &beta), grad_buffer(p.v, &beta);
    size_t before = scope_bytes(scope);
    p.options.causal = true;
    tensor_backward_from(fused_attention(p.q, p.k, p.v, p.options), p.seed, false);
    double extra = (double)(scope_peak(scope) - before);
    scope_close(scope);
    return extra;
}

static void test_what_is_kept_grows_with_T_only(void **state)
{
    (void)state;
    double small = extra_bytes(512), large = extra_bytes(2048);
    assert_true(large < 4.5 * small);
    assert_true(large < 2048 * 64 * sizeof(real)); /* a square of weights has 2048 a row */
}

static void test_no_allocation_in_the_steady_state(void **state)
{
    (void)state;
    Tensor *qkv = random_tensor(SHAPE(2, 70, 30));
    long before = 0;
    for (int i = 0; i < 10; i++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_requires_grad(copied(qkv));
        Tensor *out = fused_attention_qkv(x, 2, (FusedAttentionOptions){.causal = true});
        tensor_backward_from(out, out, false);
        scope_close(scope);
        if (i == 2)
            before = allocation_count;
    }
    assert_int_equal(allocation_count - before, 0);
}

/* ---- mistakes ------------------------------------------------------------------------------------------- */

static void test_mistakes(void **state)
{
    (void)state;
    FusedAttentionOptions o = {0};
    Tensor *q = tensor_zeros(SHAPE(1, 2, 3, 4)), *k = tensor_zeros(SHAPE(1, 2, 5, 4));
    Tensor *flat = tensor_zeros(SHAPE(2, 3, 6));
    assert_fails_with("must all be (B, T, D) or (B, H, T, D)", fused_attention(q, k, flat, o));
    assert_fails_with("must all be", fused_attention(tensor_zeros(SHAPE(3, 4)), k, k, o));
    assert_fails_with("q (1, 2, 3, 4) and k (1, 3, 5, 4) differ in axis 1, 2 against 3",
                      fused_attention(q, tensor_zeros(SHAPE(1, 3, 5, 4)), k, o));
    assert_fails_with("every key needs its value", fused_attention(q, k, q, o));
    assert_fails_with("D = 0",
                      fused_attention(tensor_zeros(SHAPE(1, 2, 0)), tensor_zeros(SHAPE(1, 2, 0)),
                                      tensor_zeros(SHAPE(1, 2, 0)), o));
    assert_fails_with("got Tq = 3 and Tk = 5",
                      fused_attention(q, k, k, (FusedAttentionOptions){.causal = true}));
    assert_fails_with("dropout is 1,",
                      fused_attention(q, k, k, (FusedAttentionOptions){.dropout = 1}));
    assert_fails_with(
        "rng is NULL",
        fused_attention(q, k, k, (FusedAttentionOptions){.dropout = (real)0.5, .training = true}));
    assert_fails_with("scale is -1",
                      fused_attention(q, k, k, (FusedAttentionOptions){.scale = -1}));
    assert_fails_with(
        "fused_attention: mask entry (0, 0) is 2",
        fused_attention(q, k, k, (FusedAttentionOptions){.mask = tensor_full(SHAPE(3, 5), 2)}));
    assert_fails_with(
        "does not broadcast to scores (1, 2, 3, 5)",
        fused_attention(q, k, k, (FusedAttentionOptions){.mask = tensor_ones(SHAPE(3, 4))}));
    assert_fails_with(
        "the mask requires a gradient",
        fused_attention(q, k, k, (FusedAttentionOptions){.mask = random_leaf(SHAPE(3, 5))}));
    assert_fails_with("fused_attention_heads: q has shape (1, 2, 3, 4), expected (B, T, C)",
                      fused_attention_heads(q, k, k, 2, o));
    assert_fails_with("C = 6 channels do not divide into num_heads = 4",
                      fused_attention_heads(flat, flat, flat, 4, o));
    assert_fails_with("expected (B, T, 3C)",
                      fused_attention_qkv(tensor_zeros(SHAPE(1, 2, 4)), 1, o));
    assert_fails_with("C = 2 channels do not divide into num_heads = 0",
                      fused_attention_qkv(flat, 0, o));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_all_sizes_masks_and_dropout),
        TEST(test_square_sizes_with_every_mask),
        TEST(test_without_heads),
        TEST(test_no_queries_or_no_keys),
        TEST(test_queries_without_keys_give_zeros),
        TEST(test_huge_scores),
        TEST(test_growing_scores),
        TEST(test_nan_is_not_hidden),
        TEST(test_strided_inputs),
        TEST(test_strided_mask),
        TEST(test_the_same_tensor_three_times),
        TEST(test_views_of_one_tensor),
        TEST(test_strided_gradient),
        TEST(test_gradients_accumulate),
        TEST(test_only_wanted_gradients),
        TEST(test_heads_and_qkv_are_split_attend_merge),
        TEST(test_qkv_accumulates),
        TEST(test_multi_head_attention_both_ways),
        TEST(test_gradcheck),
        TEST(test_threads_agree_and_repeat),
        TEST(test_what_is_kept_grows_with_T_only),
        TEST(test_no_allocation_in_the_steady_state),
        TEST(test_mistakes),
    };
    return run_tests("attention/fused", tests);
}
