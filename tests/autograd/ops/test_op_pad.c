/* test_op_pad.c - a frame of one number: by hand, by joining, its gradient, mistakes. */
#include "test.h"

static void test_by_hand(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    assert_values(tensor_pad(a, SHAPE(1, 2), 9), SHAPE(2, 5), VALUES(9, 1, 2, 9, 9, 9, 3, 4, 9, 9),
                  0);
    assert_values(tensor_pad(a, SHAPE(1, 0, 0, 1), -5), SHAPE(3, 3),
                  VALUES(-5, -5, -5, 1, 2, -5, 3, 4, -5), 0);
    assert_values(tensor_pad(tensor_transpose(a, 0, 1), SHAPE(0, 1), 0), SHAPE(2, 3),
                  VALUES(1, 3, 0, 2, 4, 0), 0);
    assert_tensor_identical(tensor_pad(a, 0, (long[]){0}, 1), a);
    assert_tensor_identical(tensor_pad(a, SHAPE(0, 0, 0, 0), 1), a);
}

static void test_the_frame_may_be_anything(void **state)
{
    (void)state;
    Tensor *a = tensor_pad(tensor_from(SHAPE(1), VALUES(2)), SHAPE(1, 1), -(real)INFINITY);
    assert_true(isinf(a->data[0]) && a->data[0] < 0 && a->data[1] == 2 && isinf(a->data[2]));
    a = tensor_pad(tensor_from(SHAPE(1), VALUES((real)NAN)), SHAPE(1, 0), 3);
    assert_true(a->data[0] == 3 && isnan(a->data[1]));
}

/* Zeros joined to each side, one axis after the other. */
static void test_as_joined(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        long h = random_size(&test_rng, 4), w = random_size(&test_rng, 5);
        Tensor *a = random_tensor(SHAPE(2, h, w));
        long p[4];
        for (int k = 0; k < 4; k++)
            p[k] = random_size(&test_rng, 3);
        Tensor *rows = tensor_concat(
            INPUTS(tensor_zeros(SHAPE(2, p[0], w)), a, tensor_zeros(SHAPE(2, p[1], w))), 1);
        long tall = p[0] + h + p[1];
        Tensor *want = tensor_concat(
            INPUTS(tensor_zeros(SHAPE(2, tall, p[2])), rows, tensor_zeros(SHAPE(2, tall, p[3]))),
            2);
        assert_tensor_identical(tensor_pad(a, 4, p, 0), want);
    }
}

static void test_nothing_in_a_frame(void **state)
{
    (void)state;
    assert_values(tensor_pad(tensor_new(SHAPE(2, 0)), SHAPE(1, 1), 4), SHAPE(2, 2),
                  VALUES(4, 4, 4, 4), 0);
    assert_shape(tensor_pad(tensor_new(SHAPE(0, 3)), SHAPE(1, 1), 4), SHAPE(0, 5));
    Tensor *leaf = random_leaf(SHAPE(0, 3));
    tensor_backward(tensor_sum(tensor_pad(leaf, SHAPE(1, 0, 0, 0), 1), ALL_AXES, false));
    assert_shape(leaf->grad, SHAPE(0, 3));
}

static Tensor *padded(Tensor *const in[], void *pads)
{
    return tensor_pad(in[0], 4, pads, (real)0.5);
}

static Tensor *padded_view_twice(Tensor *const in[], void *pads)
{
    Tensor *t = tensor_transpose(tensor_slice(in[0], 1, 0, 3, 2), 0, 1);
    return tensor_mul(tensor_pad(t, 4, pads, 2), tensor_pad(t, 4, pads, 1));
}

static void test_gradients(void **state)
{
    (void)state;
    long pads[] = {2, 0, 1, 3};
    assert_gradcheck(padded, pads, random_leaf(SHAPE(2, 3, 4)));
    assert_gradcheck(padded, pads, random_leaf(SHAPE(1, 1)));
    assert_gradcheck(padded_view_twice, pads, random_leaf(SHAPE(2, 4)));
    Tensor *a = random_leaf(SHAPE(2));
    tensor_backward_from(tensor_pad(a, SHAPE(1, 1), 0), tensor_from(SHAPE(4), VALUES(1, 2, 3, 4)),
                         false);
    assert_values(a->grad, SHAPE(2), VALUES(2, 3), 0);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3));
    assert_fails_with("tensor_pad: got 3 numbers for (2, 3)", tensor_pad(a, SHAPE(1, 1, 1), 0));
    assert_fails_with("and at most 4", tensor_pad(a, SHAPE(1, 1, 1, 1, 1, 1), 0));
    assert_fails_with("tensor_pad: number 1 is -1, expected none below 0. hint: tensor_slice",
                      tensor_pad(a, SHAPE(0, -1), 0));
    assert_fails_with("tensor_pad: number 0 is", tensor_pad(a, SHAPE(LONG_MAX, 1), 0));
    assert_fails_with("tensor_pad", tensor_pad(a, SHAPE(HUGE_SIZE, HUGE_SIZE), 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_by_hand),   UNIT_TEST(test_the_frame_may_be_anything),
        UNIT_TEST(test_as_joined), UNIT_TEST(test_nothing_in_a_frame),
        UNIT_TEST(test_gradients), UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_pad", tests);
}
