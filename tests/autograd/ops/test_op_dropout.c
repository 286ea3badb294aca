/* test_op_dropout.c - dropout keeps the mean, repeats with its seed, goes back by its mask. */
#include "../layouts.h"

static void test_the_mean_stays(void **state)
{
    (void)state;
    Rng rng = rng_seed(7);
    Tensor *y = tensor_dropout(tensor_ones(SHAPE(200, 200)), (real)0.25, true, &rng);
    long zeros = 0;
    for (long i = 0; i < 40000; i++) {
        zeros += y->data[i] == 0;
        assert_true(y->data[i] == 0 || fabs((double)y->data[i] - 1 / 0.75) < 1e-6);
    }
    assert_close((double)zeros / 40000, 0.25, 0.01);
    assert_close((double)tensor_item(tensor_mean(y, ALL_AXES, false)), 1, 0.015);
}

static void test_same_seed_same_mask(void **state)
{
    (void)state;
    Rng a = rng_seed(7), b = rng_seed(7), c = rng_seed(8);
    Tensor *x = random_tensor(SHAPE(10, 10)), *y = tensor_dropout(x, (real)0.5, true, &a);
    assert_tensor_identical(tensor_dropout(x, (real)0.5, true, &b), y);
    char why[512];
    assert_false(tensor_is_close(tensor_dropout(x, (real)0.5, true, &a), y, 0, 0, why, sizeof why));
    assert_false(tensor_is_close(tensor_dropout(x, (real)0.5, true, &c), y, 0, 0, why, sizeof why));
}

static void test_off(void **state)
{
    (void)state;
    Rng rng = rng_seed(7), before = rng;
    Tensor *x = random_leaf(SHAPE(3));
    assert_ptr_equal(tensor_dropout(x, (real)0.5, false, &rng), x);
    assert_ptr_equal(tensor_dropout(x, 0, true, &rng), x);
    assert_true(rng.state == before.state);
}

static Tensor *dropout(Tensor *const in[], void *context)
{
    (void)context;
    Rng rng = rng_seed(3);
    return tensor_dropout(tensor_mul(in[0], in[0]), (real)0.4, true, &rng);
}

static void test_gradients(void **state)
{
    (void)state;
    assert_gradcheck_layouts(dropout, NULL, random_leaf(SHAPE(4, 5)));
    assert_gradcheck(dropout, NULL, random_leaf(SHAPE(0)));
    Rng rng = rng_seed(3);
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(20))),
           *y = tensor_dropout(x, (real)0.4, true, &rng);
    tensor_backward_from(y, tensor_ones(SHAPE(20)), false);
    assert_tensor_identical(x->grad, y); /* of ones, the result is the mask */
}

static void test_mistakes(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Tensor *x = tensor_ones(SHAPE(2));
    assert_fails_with("tensor_dropout: p is 1; a probability", tensor_dropout(x, 1, true, &rng));
    assert_fails_with("tensor_dropout: p is -0.5", tensor_dropout(x, (real)-0.5, false, &rng));
    assert_fails_with("tensor_dropout: p is", tensor_dropout(x, (real)NAN, true, &rng));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_mean_stays),
        UNIT_TEST(test_same_seed_same_mask),
        UNIT_TEST(test_off),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_dropout", tests);
}
