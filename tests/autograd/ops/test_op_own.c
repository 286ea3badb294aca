/* test_op_own.c - the engine's own choice in module 06: log(e^a + e^b), as torch.logaddexp. */
#include "op.h"
#include "../layouts.h"
#include "test.h"

static Tensor *own_of(Tensor *const in[], void *context)
{
    (void)context;
    return own_operation(in[0], in[1]);
}

static void test_values(void **state)
{
    (void)state;
    /* math.log(math.exp(a) + math.exp(b)) of Python; where that overflows, the larger one */
    Tensor *a = tensor_requires_grad(tensor_from(SHAPE(5), VALUES(0, 1, -2, 1000, -1000)));
    Tensor *b = tensor_requires_grad(tensor_from(SHAPE(5), VALUES(0, 2, (real)0.5, 1000, 1000)));
    Tensor *y = own_operation(a, b);
    assert_values(
        y, SHAPE(5),
        VALUES((real)0.6931472, (real)2.3132617, (real)0.5788897, (real)1000.6931472, 1000), 2e-4);
    tensor_backward_from(y, tensor_ones(SHAPE(5)), false);
    assert_values(a->grad, SHAPE(5), VALUES(0.5, (real)0.2689414, (real)0.0758582, 0.5, 0), 1e-6);
    assert_values(b->grad, SHAPE(5), VALUES(0.5, (real)0.7310586, (real)0.9241418, 0.5, 1), 1e-6);
    Tensor *broken = own_operation(tensor_full(SHAPE(1), (real)NAN), a);
    for (int i = 0; i < 5; i++)
        assert_true(isnan(broken->data[i]));
}

static void test_gradients(void **state)
{
    (void)state;
    assert_gradcheck_layouts(own_of, NULL, random_leaf(SHAPE(3, 4)), random_leaf(SHAPE(3, 4)));
    assert_gradcheck(own_of, NULL, random_leaf(SHAPE(2, 1, 3)), random_leaf(SHAPE(4, 1)));
    Tensor *x = random_leaf(SHAPE(5)), *k = random_tensor(SHAPE(5));
    assert_gradcheck(own_of, NULL, x, x);
    assert_gradcheck(own_of, NULL, k, x);
    assert_gradcheck(own_of, NULL, x, k);
}

static void test_no_numbers(void **state)
{
    (void)state;
    Tensor *a = random_leaf(SHAPE(0, 3)), *b = random_leaf(SHAPE(3));
    Tensor *y = own_operation(a, b);
    tensor_backward_from(y, tensor_zeros(SHAPE(0, 3)), false);
    assert_shape(a->grad, SHAPE(0, 3));
    assert_values(b->grad, SHAPE(3), VALUES(0, 0, 0), 0);
    assert_fails_with("own_operation", own_operation(random_leaf(SHAPE(2)), random_leaf(SHAPE(3))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_no_numbers),
    };
    return run_tests("autograd/ops/op_own", tests);
}
