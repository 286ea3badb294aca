/* test_flash.c - attention in tiles against its plain twin: output, gradients, random draws. */
#include "flash_problem.h"

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
    FlashAttentionOptions *o = &p->options;
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
    Results r = flash(&p);
    assert_tensor_close(r.dk, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    assert_tensor_close(r.dv, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    p = problem(2, 2, 3, 0, 4);
    r = flash(&p);
    assert_tensor_close(r.output, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    assert_tensor_close(r.dq, tensor_zeros(SHAPE(2, 2, 3, 4)), 0, 0);
    p = problem(0, 2, 3, 3, 4);
    assert_shape(flash(&p).output, SHAPE(0, 2, 3, 4));
}

/* ---- numbers at the edge ------------------------------------------------------------------------- */

static void test_queries_without_keys_give_zeros(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 70, 70, 5);
    p.options.mask = tensor_zeros(SHAPE(70, 70));
    Tensor *zeros = tensor_zeros(SHAPE(1, 2, 70, 5));
    Results r = flash(&p), none = {zeros, zeros, zeros, zeros};
    assert_results_close(r, none, 0);
    for (long j = 0; j < 70; j++) /* and one query with all keys does not disturb the others */
        p.options.mask->data[66 * 70 + j] = 1;
    r = flash(&p);
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
    Results r = flash(&p), expected = plain(&p);
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
    Tensor *out = flash_attention(p.q, p.k, p.v, p.options);
    for (long i = 0; i < tensor_numel(out); i++)
        assert_true(isnan(out->data[i]));
}

/* ---- gradients by differences ---------------------------------------------------------------------- */

static Tensor *masked_with_dropout(Tensor *const in[], void *context)
{
    Rng rng = rng_seed(3);
    FlashAttentionOptions o = {
        .mask = context, .dropout = (real)0.25, .rng = &rng, .training = true};
    return flash_attention(in[0], in[1], in[2], o);
}

/* in[0]: queries, keys and values side by side, (B, T, 3C), as they come out of one projection. */
static Tensor *causal_qkv(Tensor *const in[], void *context)
{
    (void)context;
    return merge_heads(
        flash_of_qkv(in[0], 2, (FlashAttentionOptions){.causal = true, .scale = 0.7}));
}

static void test_gradcheck(void **state)
{
    (void)state;
    Tensor *mask = random_mask(SHAPE(2, 1, 3, 5), 0.6);
    assert_gradcheck(masked_with_dropout, mask, random_leaf(SHAPE(2, 2, 3, 4)),
                     random_leaf(SHAPE(2, 2, 5, 4)), random_leaf(SHAPE(2, 2, 5, 4)));
    assert_gradcheck(causal_qkv, NULL, random_leaf(SHAPE(2, 4, 18)));
}

/* ---- mistakes ------------------------------------------------------------------------------------------- */

static void test_mistakes(void **state)
{
    (void)state;
    FlashAttentionOptions o = {0};
    Tensor *q = tensor_zeros(SHAPE(1, 2, 3, 4)), *k = tensor_zeros(SHAPE(1, 2, 5, 4));
    Tensor *flat = tensor_zeros(SHAPE(2, 3, 6));
    assert_fails_with("must all be (B, T, D) or (B, H, T, D)", flash_attention(q, k, flat, o));
    assert_fails_with("must all be", flash_attention(tensor_zeros(SHAPE(3, 4)), k, k, o));
    assert_fails_with("q (1, 2, 3, 4) and k (1, 3, 5, 4) differ in axis 1, 2 against 3",
                      flash_attention(q, tensor_zeros(SHAPE(1, 3, 5, 4)), k, o));
    assert_fails_with("every key needs its value", flash_attention(q, k, q, o));
    assert_fails_with("D = 0",
                      flash_attention(tensor_zeros(SHAPE(1, 2, 0)), tensor_zeros(SHAPE(1, 2, 0)),
                                      tensor_zeros(SHAPE(1, 2, 0)), o));
    assert_fails_with("dropout is 1,",
                      flash_attention(q, k, k, (FlashAttentionOptions){.dropout = 1}));
    assert_fails_with(
        "rng is NULL",
        flash_attention(q, k, k, (FlashAttentionOptions){.dropout = (real)0.5, .training = true}));
    assert_fails_with("scale is -1",
                      flash_attention(q, k, k, (FlashAttentionOptions){.scale = -1}));
    assert_fails_with(
        "flash_attention: mask entry (0, 0) is 2",
        flash_attention(q, k, k, (FlashAttentionOptions){.mask = tensor_full(SHAPE(3, 5), 2)}));
    assert_fails_with(
        "does not broadcast to scores (1, 2, 3, 5)",
        flash_attention(q, k, k, (FlashAttentionOptions){.mask = tensor_ones(SHAPE(3, 4))}));
    assert_fails_with(
        "the mask requires a gradient",
        flash_attention(q, k, k, (FlashAttentionOptions){.mask = random_leaf(SHAPE(3, 5))}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_all_sizes_masks_and_dropout),
        UNIT_TEST(test_square_sizes_with_every_mask),
        UNIT_TEST(test_without_heads),
        UNIT_TEST(test_no_queries_or_no_keys),
        UNIT_TEST(test_queries_without_keys_give_zeros),
        UNIT_TEST(test_huge_scores),
        UNIT_TEST(test_growing_scores),
        UNIT_TEST(test_nan_is_not_hidden),
        UNIT_TEST(test_gradcheck),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("attention/flash", tests);
}
