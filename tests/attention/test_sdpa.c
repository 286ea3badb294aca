/* test_sdpa.c - scaled dot-product attention: by hand, against PyTorch, its laws and its gradients. */
#include "wave.h"
#include "../fixtures/attention.h"

/* ---- by hand ----------------------------------------------------------------------------------- */

static void test_the_five_steps_by_hand(void **state)
{
    (void)state;
    Tensor *q = tensor_from(SHAPE(1, 1, 4), VALUES(1, 0, 1, 0));
    Tensor *k = tensor_from(SHAPE(1, 2, 4), VALUES(2, 0, 0, 0, 0, 9, 0, 0));
    Tensor *v = tensor_from(SHAPE(1, 2, 2), VALUES(1, 2, 3, 4));
    Tensor *scores = attention_scores(q, k);
    assert_values(scores, SHAPE(1, 1, 2), VALUES(2, 0), 0);
    scores = attention_scale(scores, 4);
    assert_values(scores, SHAPE(1, 1, 2), VALUES(1, 0), 1e-7);
    /* e / (e + 1) = 0.731058578630004879 */
    Tensor *weights = attention_weights(scores);
    assert_values(weights, SHAPE(1, 1, 2), VALUES((real)0.731058578630005, (real)0.268941421369995),
                  1e-7);
    assert_values(attention_context(weights, v), SHAPE(1, 1, 2),
                  VALUES((real)1.53788284273999, (real)2.53788284273999), 1e-6);
    Attention a = scaled_dot_product_attention(q, k, v, NULL);
    assert_values(a.output, SHAPE(1, 1, 2), VALUES((real)1.53788284273999, (real)2.53788284273999),
                  1e-6);
    assert_tensor_identical(a.weights, weights);
}

static void test_mask_puts_minus_infinity(void **state)
{
    (void)state;
    Tensor *scores = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    assert_values(attention_mask(scores, mask_causal(2)), SHAPE(2, 2),
                  VALUES(1, (real)-INFINITY, 3, 4), 0);
    assert_ptr_equal(attention_mask(scores, NULL), scores);
}

static void test_equal_scores_give_the_mean(void **state)
{
    (void)state;
    Tensor *q = tensor_zeros(SHAPE(1, 3, 2)), *v = tensor_from(SHAPE(1, 3, 1), VALUES(3, 6, 9));
    Attention a = scaled_dot_product_attention(q, wave(SHAPE(1, 3, 2), 0, 1), v, mask_causal(3));
    assert_values(a.output, SHAPE(1, 3, 1), VALUES(3, (real)4.5, 6), 1e-6);
}

static void test_self_attention_is_q_k_v_in_one(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(2, 3, 4), 0, 1), *mask = mask_causal(3);
    Attention a = self_attention(x, mask), b = scaled_dot_product_attention(x, x, x, mask);
    assert_tensor_identical(a.output, b.output);
    assert_tensor_identical(a.weights, b.weights);
}

/* ---- against PyTorch --------------------------------------------------------------------------- */

static Tensor *padding_3_2(void)
{
    return mask_padding(int_tensor_from(SHAPE(2), IDS(3, 2)), 3);
}

static Tensor *three_d_mask(void)
{
    return tensor_from(SHAPE(2, 3, 3),
                       VALUES(1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1));
}

static void check_against(const real *expected, Tensor *mask)
{
    Tensor *q = wave(SHAPE(2, 2, 3, 2), 0, 2), *k = wave(SHAPE(2, 2, 3, 2), 1, 2);
    Tensor *v = wave(SHAPE(2, 2, 3, 2), 2, 2);
    Attention a = scaled_dot_product_attention(q, k, v, mask);
    assert_values(a.output, SHAPE(2, 2, 3, 2), 24, expected, STORED_TOLERANCE);
}

static void test_torch_without_mask(void **state)
{
    (void)state;
    check_against(sdpa_none, NULL);
    check_against(sdpa_none, mask_bidirectional(3, 3));
}

static void test_torch_causal(void **state)
{
    (void)state;
    check_against(sdpa_causal, mask_causal(3));
}

static void test_torch_padding(void **state)
{
    (void)state;
    check_against(sdpa_padding, padding_3_2());
}

static void test_torch_causal_and_padding(void **state)
{
    (void)state;
    check_against(sdpa_both, mask_combine(mask_causal(3), padding_3_2()));
}

/* B and H are both 2: broadcasting alone would give each head, not each sequence, its mask. */
static void test_torch_three_axes_mean_one_mask_per_sequence(void **state)
{
    (void)state;
    check_against(sdpa_three_d, three_d_mask());
    check_against(sdpa_three_d, tensor_unsqueeze(three_d_mask(), 1));
}

static void test_torch_more_keys_than_queries(void **state)
{
    (void)state;
    Attention a =
        scaled_dot_product_attention(wave(SHAPE(2, 2, 3, 2), 0, 2), wave(SHAPE(2, 2, 4, 2), 1, 2),
                                     wave(SHAPE(2, 2, 4, 2), 2, 2), NULL);
    assert_values(a.output, SHAPE(2, 2, 3, 2), 24, sdpa_cross, STORED_TOLERANCE);
    assert_shape(a.weights, SHAPE(2, 2, 3, 4));
}

static void test_torch_gradients(void **state)
{
    (void)state;
    Tensor *q = tensor_requires_grad(wave(SHAPE(2, 2, 3, 2), 0, 2));
    Tensor *k = tensor_requires_grad(wave(SHAPE(2, 2, 3, 2), 1, 2));
    Tensor *v = tensor_requires_grad(wave(SHAPE(2, 2, 3, 2), 2, 2));
    Attention a = scaled_dot_product_attention(q, k, v, mask_causal(3));
    tensor_backward_from(a.output, wave(SHAPE(2, 2, 3, 2), 3, 1), false);
    assert_values(q->grad, SHAPE(2, 2, 3, 2), 24, sdpa_causal_dq, STORED_TOLERANCE);
    assert_values(k->grad, SHAPE(2, 2, 3, 2), 24, sdpa_causal_dk, STORED_TOLERANCE);
    assert_values(v->grad, SHAPE(2, 2, 3, 2), 24, sdpa_causal_dv, STORED_TOLERANCE);
}

/* ---- laws -------------------------------------------------------------------------------------- */

static void test_rows_of_weights_sum_to_one(void **state)
{
    (void)state;
    Tensor *masks[] = {NULL, mask_causal(3), padding_3_2(), three_d_mask()};
    for (int i = 0; i < 4; i++) {
        Tensor *x = random_tensor(SHAPE(2, 4, 3, 5));
        Tensor *sums = tensor_sum(self_attention(x, masks[i]).weights, AXES(-1), false);
        assert_tensor_close(sums, tensor_ones(SHAPE(2, 4, 3)), 0, 1e-6);
    }
}

static void test_masked_weights_are_exactly_zero(void **state)
{
    (void)state;
    /* Scores of about 1e5 at the masked keys, about 0 at the others. */
    Tensor *q = tensor_from(SHAPE(1, 2, 1), VALUES(1000, 1000));
    Tensor *k = tensor_from(SHAPE(1, 2, 1), VALUES((real)1e-6, 100));
    Tensor *mask = tensor_from(SHAPE(2, 2), VALUES(1, 0, 1, 0));
    Attention a = scaled_dot_product_attention(q, k, k, mask);
    assert_values(a.weights, SHAPE(1, 2, 2), VALUES(1, 0, 1, 0), 0);
    assert_values(a.output, SHAPE(1, 2, 1), VALUES((real)1e-6, (real)1e-6), 0);
}

static void test_huge_scores_give_no_nan(void **state)
{
    (void)state;
    Tensor *q = tensor_from(SHAPE(1, 1, 1), VALUES(1000));
    Tensor *k = tensor_from(SHAPE(1, 3, 1), VALUES(-100, 100, 99));
    Attention a = scaled_dot_product_attention(q, k, k, NULL);
    assert_values(a.weights, SHAPE(1, 1, 3), VALUES(0, 1, 0), 0);
}

static void test_a_row_without_keys_gives_zeros_and_no_gradient(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(1, 2, 2, 3)), *k = random_leaf(SHAPE(1, 2, 3, 3));
    Tensor *v = random_leaf(SHAPE(1, 2, 3, 3));
    /* Query 0 may see nothing; key 2 is seen by nobody. */
    Tensor *mask = tensor_from(SHAPE(2, 3), VALUES(0, 0, 0, 1, 1, 0));
    Attention a = scaled_dot_product_attention(q, k, v, mask);
    tensor_backward_from(a.output, random_tensor(SHAPE(1, 2, 2, 3)), false);
    Tensor *no_row = tensor_zeros(SHAPE(1, 2, 3));
    assert_tensor_close(tensor_select(a.weights, 2, 0), no_row, 0, 0);
    assert_tensor_close(tensor_select(a.output, 2, 0), no_row, 0, 0);
    assert_tensor_close(tensor_select(q->grad, 2, 0), no_row, 0, 0);
    assert_tensor_close(tensor_select(k->grad, 2, 2), no_row, 0, 0);
    assert_tensor_close(tensor_select(v->grad, 2, 2), no_row, 0, 0);
    for (long i = 0; i < tensor_numel(q); i++)
        assert_true(isfinite(q->grad->data[i]));
    for (long i = 0; i < tensor_numel(k); i++)
        assert_true(isfinite(k->grad->data[i]) && isfinite(v->grad->data[i]));
    assert_true(tensor_get(q->grad, AT(0, 0, 1, 0)) != 0);
}

/* Key 2 is padding, in k or in v not a number: the steps multiply it by 0, which does not hide it. */
static void test_a_masked_nan_spoils_the_steps_and_not_flash(void **state)
{
    (void)state;
    Tensor *mask = tensor_from(SHAPE(2, 3), VALUES(1, 1, 0, 1, 1, 0));
    for (int in_values = 0; in_values < 2; in_values++)
        for (int steps = 0; steps < 2; steps++) {
            Tensor *q = random_leaf(SHAPE(1, 2, 3)), *k = random_leaf(SHAPE(1, 3, 3));
            Tensor *v = random_leaf(SHAPE(1, 3, 3));
            tensor_set(in_values ? v : k, AT(0, 2, 1), (real)NAN);
            Tensor *output = steps
                                 ? scaled_dot_product_attention(q, k, v, mask).output
                                 : flash_attention(q, k, v, (FlashAttentionOptions){.mask = mask});
            tensor_backward_from(output, tensor_ones(SHAPE(1, 2, 3)), false);
            for (long i = 0; i < 2; i++) {
                assert_int_equal(isnan(tensor_get(output, AT(0, i, 1))), steps && in_values);
                assert_int_equal(isnan(tensor_get(q->grad, AT(0, i, 1))), steps);
            }
        }
}

static void test_everything_masked_gives_zeros(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4));
    Attention a = self_attention(x, tensor_zeros(SHAPE(3, 3)));
    assert_tensor_close(a.output, tensor_zeros(SHAPE(2, 3, 4)), 0, 0);
    tensor_backward_from(a.output, random_tensor(SHAPE(2, 3, 4)), false);
    assert_tensor_close(x->grad, tensor_zeros(SHAPE(2, 3, 4)), 0, 0);
}

static void test_an_output_lies_between_the_values(void **state)
{
    (void)state;
    Tensor *q = random_tensor(SHAPE(1, 5, 3)), *k = random_tensor(SHAPE(1, 7, 3));
    Tensor *v = tensor_arange(0, 7, 1);
    Attention a = scaled_dot_product_attention(q, k, tensor_reshape(v, SHAPE(1, 7, 1)), NULL);
    for (long i = 0; i < 5; i++)
        assert_true(a.output->data[i] > 0 && a.output->data[i] < 6);
}

static void test_one_head_is_attention_on_three_axes(void **state)
{
    (void)state;
    Tensor *q = wave(SHAPE(2, 3, 4), 0, 1), *k = wave(SHAPE(2, 5, 4), 1, 1);
    Attention a = scaled_dot_product_attention(q, k, k, NULL);
    Tensor *k4 = tensor_unsqueeze(k, 1);
    Attention b = scaled_dot_product_attention(tensor_unsqueeze(q, 1), k4, k4, NULL);
    assert_tensor_close(tensor_squeeze(b.output, 1), a.output, 1e-6, 1e-7);
}

static void test_no_queries_and_no_keys(void **state)
{
    (void)state;
    Tensor *none = tensor_zeros(SHAPE(2, 0, 4)), *some = random_tensor(SHAPE(2, 3, 4));
    assert_shape(scaled_dot_product_attention(none, some, some, NULL).output, SHAPE(2, 0, 4));
    Attention a = scaled_dot_product_attention(some, none, none, NULL);
    assert_shape(a.weights, SHAPE(2, 3, 0));
    assert_tensor_close(a.output, tensor_zeros(SHAPE(2, 3, 4)), 0, 0);
}

/* ---- gradients --------------------------------------------------------------------------------- */

static Tensor *attend(Tensor *const in[], void *mask)
{
    return scaled_dot_product_attention(in[0], in[1], in[2], mask).output;
}

static Tensor *weights_alone(Tensor *const in[], void *mask)
{
    return scaled_dot_product_attention(in[0], in[1], in[1], mask).weights;
}

static Tensor *attend_self(Tensor *const in[], void *mask)
{
    return self_attention(in[0], mask).output;
}

static void test_gradients_with_each_mask(void **state)
{
    (void)state;
    Tensor *nothing_for_query_1 = tensor_from(SHAPE(3, 3), VALUES(1, 0, 1, 0, 0, 0, 1, 1, 1));
    Tensor *masks[] = {
        NULL,           mask_causal(3),      padding_3_2(),
        three_d_mask(), nothing_for_query_1, mask_combine(mask_causal(3), padding_3_2())};
    for (int i = 0; i < 6; i++) {
        assert_gradcheck(attend, masks[i], random_leaf(SHAPE(2, 2, 3, 2)),
                         random_leaf(SHAPE(2, 2, 3, 2)), random_leaf(SHAPE(2, 2, 3, 2)));
        assert_gradcheck(weights_alone, masks[i], random_leaf(SHAPE(2, 2, 3, 2)),
                         random_leaf(SHAPE(2, 2, 3, 2)));
    }
}

static void test_gradients_on_three_axes(void **state)
{
    (void)state;
    assert_gradcheck(attend, NULL, random_leaf(SHAPE(2, 2, 3)), random_leaf(SHAPE(2, 4, 3)),
                     random_leaf(SHAPE(2, 4, 2)));
    assert_gradcheck(attend_self, mask_causal(3), random_leaf(SHAPE(2, 3, 4)));
    assert_gradcheck(attend_self, three_d_mask(), random_leaf(SHAPE(2, 3, 2)));
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_shapes_are_checked(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 4, 3, 5)), *flat = tensor_zeros(SHAPE(3, 5));
    Tensor *three = tensor_zeros(SHAPE(2, 3, 5));
#define SDPA "scaled_dot_product_attention: "
    assert_fails_with(SDPA "q (3, 5) and k (3, 5) must both be (B, T, D) or (B, H, T, D)",
                      scaled_dot_product_attention(flat, flat, flat, NULL));
    assert_fails_with(SDPA "q (2, 4, 3, 5) and k (2, 3, 5) must both be",
                      scaled_dot_product_attention(a, three, three, NULL));
    assert_fails_with(SDPA "q (2, 4, 3, 5), k (2, 4, 3, 5) and v (2, 3, 5) must all be",
                      scaled_dot_product_attention(a, a, three, NULL));
    assert_fails_with(SDPA "q (2, 4, 3, 5) and k (2, 4, 3, 6) differ in D (axis 3), 5 against 6",
                      scaled_dot_product_attention(a, tensor_zeros(SHAPE(2, 4, 3, 6)), a, NULL));
    assert_fails_with(SDPA "k (2, 4, 3, 5) and v (2, 4, 7, 5) differ in Tk (axis 2), 3 against 7",
                      scaled_dot_product_attention(a, a, tensor_zeros(SHAPE(2, 4, 7, 5)), NULL));
    assert_fails_with(SDPA "q (2, 4, 3, 5) and k (1, 4, 3, 5) differ in the batch size (axis 0)",
                      scaled_dot_product_attention(a, tensor_zeros(SHAPE(1, 4, 3, 5)), a, NULL));
    assert_fails_with(SDPA "q (2, 4, 3, 5) and v (2, 2, 3, 5) differ in the number of heads "
                           "(axis 1), 4 against 2. hint: flash_attention with .enable_gqa",
                      scaled_dot_product_attention(a, a, tensor_zeros(SHAPE(2, 2, 3, 5)), NULL));
    Tensor *two = tensor_zeros(SHAPE(2, 2, 3, 5));
    assert_fails_with(SDPA "q (2, 4, 3, 5) and k (2, 2, 3, 5) differ in the number of heads "
                           "(axis 1), 4 against 2. hint: flash_attention with .enable_gqa",
                      scaled_dot_product_attention(a, two, two, NULL));
    assert_fails_with("attention_mask: a mask (4, 3) does not broadcast to scores (2, 4, 3, 3)",
                      scaled_dot_product_attention(a, a, a, tensor_ones(SHAPE(4, 3))));
    assert_fails_with("attention_mask: mask entry (0, 0) is 7",
                      scaled_dot_product_attention(a, a, a, tensor_full(SHAPE(3, 3), 7)));
#undef SDPA
}

static void test_steps_check_their_inputs(void **state)
{
    (void)state;
    Tensor *q = tensor_zeros(SHAPE(3, 5)), *vector = tensor_zeros(SHAPE(5));
    assert_fails_with("attention_scores: q (3, 5) and k (5, 3) differ in their last axis, 5 "
                      "against 3",
                      attention_scores(q, tensor_zeros(SHAPE(5, 3))));
    assert_fails_with("attention_scores: q (5,) and k (3, 5) need at least two axes",
                      attention_scores(vector, q));
    assert_fails_with("attention_scale: head_dim is 0", attention_scale(q, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_five_steps_by_hand),
        UNIT_TEST(test_mask_puts_minus_infinity),
        UNIT_TEST(test_equal_scores_give_the_mean),
        UNIT_TEST(test_self_attention_is_q_k_v_in_one),
        UNIT_TEST(test_torch_without_mask),
        UNIT_TEST(test_torch_causal),
        UNIT_TEST(test_torch_padding),
        UNIT_TEST(test_torch_causal_and_padding),
        UNIT_TEST(test_torch_three_axes_mean_one_mask_per_sequence),
        UNIT_TEST(test_torch_more_keys_than_queries),
        UNIT_TEST(test_torch_gradients),
        UNIT_TEST(test_rows_of_weights_sum_to_one),
        UNIT_TEST(test_masked_weights_are_exactly_zero),
        UNIT_TEST(test_huge_scores_give_no_nan),
        UNIT_TEST(test_a_row_without_keys_gives_zeros_and_no_gradient),
        UNIT_TEST(test_a_masked_nan_spoils_the_steps_and_not_flash),
        UNIT_TEST(test_everything_masked_gives_zeros),
        UNIT_TEST(test_an_output_lies_between_the_values),
        UNIT_TEST(test_one_head_is_attention_on_three_axes),
        UNIT_TEST(test_no_queries_and_no_keys),
        UNIT_TEST(test_gradients_with_each_mask),
        UNIT_TEST(test_gradients_on_three_axes),
        UNIT_TEST(test_shapes_are_checked),
        UNIT_TEST(test_steps_check_their_inputs),
    };
    return run_tests("attention/sdpa", tests);
}
