/* test_attention_output.c - the output that every layer calls, whichever of its two files is linked.
 *
 * test_plain_output.c is this program once more, with attention/plain/attention_output.c inside.
 */
#include "flash_problem.h"

#ifndef LAST_OPERATION
#define LAST_OPERATION "flash_attention"
#endif
#define EITHER_WAY (IS_DOUBLE ? 1e-12 : 2e-5)

static Results output(const Problem *p, Tensor *mask, bool causal, Dropout *dropout)
{
    return collect(p, attention_output(p->q, p->k, p->v, mask, causal, dropout));
}

/* By the steps of scaled_dot_product_attention, every choice of keys in one mask. */
static Results in_steps(const Problem *p, Tensor *mask)
{
    return collect(p, scaled_dot_product_attention(p->q, p->k, p->v, mask).output);
}

static void test_the_flag_is_the_mask(void **state)
{
    (void)state;
    Tensor *causal = mask_causal(70);
    Tensor *masks[] = {NULL, random_padding(2, 70), random_mask(SHAPE(2, 70, 70), 0.6),
                       random_mask(SHAPE(2, 3, 70, 70), 0.3), random_mask(SHAPE(70, 70), 0.5)};
    for (int i = 0; i < 5; i++) {
        Problem p = problem(2, 3, 70, 70, 5);
        Tensor *both = masks[i];
        if (both != NULL && both->ndim == 3)
            both = tensor_unsqueeze(both, 1);
        both = both == NULL ? causal : mask_combine(causal, both);
        Results expected = in_steps(&p, both);
        assert_results_close(output(&p, masks[i], true, NULL), expected, EITHER_WAY);
        assert_results_close(output(&p, both, false, NULL), expected, EITHER_WAY);
        assert_results_close(output(&p, masks[i], false, NULL), in_steps(&p, masks[i]), EITHER_WAY);
    }
}

static void test_without_heads(void **state)
{
    (void)state;
    Problem p = {.q = random_leaf(SHAPE(2, 9, 4)),
                 .k = random_leaf(SHAPE(2, 9, 4)),
                 .v = random_leaf(SHAPE(2, 9, 4)),
                 .seed = random_tensor(SHAPE(2, 9, 4))};
    Tensor *mask = random_mask(SHAPE(2, 9, 9), 0.7);
    assert_results_close(output(&p, mask, true, NULL),
                         in_steps(&p, mask_combine(mask, mask_causal(9))), EITHER_WAY);
}

static void test_more_keys_than_queries(void **state)
{
    (void)state;
    Problem p = problem(1, 2, 3, 5, 4);
    assert_results_close(output(&p, NULL, false, NULL), in_steps(&p, NULL), EITHER_WAY);
    assert_fails_with("causal needs as many queries as keys, got Tq = 3 and Tk = 5",
                      attention_output(p.q, p.k, p.v, NULL, true, NULL));
}

/* In training the same numbers are drawn as by tensor_dropout on the weights; outside of it none. */
static void test_dropout(void **state)
{
    (void)state;
    Problem p = problem(2, 2, 6, 6, 4);
    Rng draws[2] = {rng_seed(9), rng_seed(9)};
    Dropout d = {.module.training = true, .p = (real)0.4, .rng = &draws[0]};
    Results r = output(&p, NULL, true, &d);
    Tensor *weights = attention_pattern(p.q, p.k, mask_causal(6));
    weights = tensor_dropout(weights, (real)0.4, true, &draws[1]);
    assert_results_close(r, collect(&p, attention_context(weights, p.v)), EITHER_WAY);
    assert_true(draws[0].state == draws[1].state);
    d.module.training = false;
    assert_results_close(output(&p, NULL, true, &d), in_steps(&p, mask_causal(6)), EITHER_WAY);
    assert_true(draws[0].state == draws[1].state);
}

static Tensor *causal_output(Tensor *const in[], void *mask)
{
    return attention_output(in[0], in[1], in[2], mask, true, NULL);
}

static void test_gradcheck(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(2, 2, 4, 3)), *k = random_leaf(SHAPE(2, 2, 4, 3));
    Tensor *v = random_leaf(SHAPE(2, 2, 4, 3));
    assert_gradcheck(causal_output, NULL, q, k, v);
    assert_gradcheck(causal_output, mask_padding(int_tensor_from(SHAPE(2), IDS(2, 4)), 4), q, k, v);
}

/* Which of the two is it? One leaves the weights in the graph, the other never has them. */
/* Each head of k and v for two of q, there and back. */
static void test_shared_heads(void **state)
{
    (void)state;
    Problem p = problem(2, 4, 6, 6, 3);
    p.k = random_leaf(SHAPE(2, 2, 6, 3)), p.v = random_leaf(SHAPE(2, 2, 6, 3));
    FlashAttentionOptions o = {.causal = true, .enable_gqa = true};
    Results expected = collect(&p, composed_attention(p.q, p.k, p.v, o).output);
    assert_results_close(output(&p, NULL, true, NULL), expected, EITHER_WAY);
}

static void test_the_right_one_is_linked(void **state)
{
    (void)state;
    Problem p = problem(1, 1, 4, 4, 3);
    Tensor *out = attention_output(p.q, p.k, p.v, NULL, true, NULL);
    assert_string_equal(out->closure->op->name, LAST_OPERATION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_flag_is_the_mask),
        UNIT_TEST(test_without_heads),
        UNIT_TEST(test_more_keys_than_queries),
        UNIT_TEST(test_dropout),
        UNIT_TEST(test_gradcheck),
        UNIT_TEST(test_shared_heads),
        UNIT_TEST(test_the_right_one_is_linked),
    };
    return run_tests("attention/attention_output", tests);
}
