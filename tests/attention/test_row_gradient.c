/* test_row_gradient.c - the gradient of one row of attention: by hand, beside autograd, beside flash. */
#include <math.h>
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-5)

static void test_two_keys_by_hand(void **state)
{
    (void)state;
    const real weights[] = {(real)0.25, (real)0.75}, v[] = {4, 0, 8, 4}, dout[] = {1, 2};
    real ds[2];
    /* dw = (4, 16), on average 0.25 * 4 + 0.75 * 16 = 13 */
    attention_row_gradient(2, 2, ds, weights, v, dout);
    assert_close(ds[0], -2.25, TOLERANCE);
    assert_close(ds[1], 2.25, TOLERANCE);
}

static void test_sizes_of_0_and_1(void **state)
{
    (void)state;
    const real one = 1, v[] = {3, 5}, dout[] = {7, 11};
    real ds[2] = {42, 42};
    attention_row_gradient(1, 2, ds, &one, v,
                           dout); /* one key has weight 1, whatever its score is */
    assert_close(ds[0], 0, 0);
    attention_row_gradient(0, 2, ds + 1, &one, v, dout);
    assert_close(ds[1], 42, 0);
    attention_row_gradient(1, 0, ds, &one, v, dout);
    assert_close(ds[0], 0, 0);
}

static void test_it_is_what_autograd_says(void **state)
{
    (void)state;
    enum { TQ = 5, TK = 7, D = 3 };
    Tensor *scores = random_leaf(SHAPE(TQ, TK)), *v = random_tensor(SHAPE(TK, D));
    Tensor *mask = mask_causal(TK), *dout = random_tensor(SHAPE(TQ, D));
    Tensor *first = tensor_contiguous(tensor_slice(mask, 0, 0, TQ, 1));
    Tensor *weights = attention_weights(attention_mask(scores, first));
    tensor_backward_from(attention_context(weights, v), dout, true);
    for (long i = 0; i < TQ; i++) {
        real ds[TK];
        double sum = 0;
        attention_row_gradient(TK, D, ds, weights->data + i * TK, v->data, dout->data + i * D);
        for (long j = 0; j < TK; j++) {
            assert_close(ds[j], scores->grad->data[i * TK + j], TOLERANCE);
            assert_true(j <= i || ds[j] == 0);
            sum += (double)ds[j];
        }
        assert_close(sum, 0, TOLERANCE);
    }
}

/* scores = q k^T / sqrt(D), so dq_i = sum_j ds_ij k_j / sqrt(D). */
static void test_it_is_what_flash_does_in_tiles(void **state)
{
    (void)state;
    enum { T = 70, D = 8 };
    Tensor *q = random_leaf(SHAPE(1, T, D)), *k = random_tensor(SHAPE(1, T, D));
    Tensor *v = random_tensor(SHAPE(1, T, D)), *dout = random_tensor(SHAPE(1, T, D));
    tensor_backward_from(flash_attention(q, k, v, (FlashAttentionOptions){.causal = true}), dout,
                         false);
    Tensor *weights = attention_pattern(tensor_detach(q), k, mask_causal(T));
    for (long i = 0; i < T; i++) {
        real ds[T];
        attention_row_gradient(T, D, ds, weights->data + i * T, v->data, dout->data + i * D);
        for (long d = 0; d < D; d++) {
            double dq = 0;
            for (long j = 0; j < T; j++)
                dq += (double)ds[j] * (double)k->data[j * D + d];
            assert_close(q->grad->data[i * D + d], dq / sqrt((double)D), TOLERANCE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_two_keys_by_hand),
        UNIT_TEST(test_sizes_of_0_and_1),
        UNIT_TEST(test_it_is_what_autograd_says),
        UNIT_TEST(test_it_is_what_flash_does_in_tiles),
    };
    return run_tests("attention/row_gradient", tests);
}
