/* test_grad.c - the one verb of every backward function. */
#include "test.h"

static void test_first_sets_then_adds(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(2, 2)), *g = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    grad_add(t, g);
    assert_ptr_not_equal(t->grad, g);
    grad_add(t, tensor_transpose(g, 0, 1));
    assert_values(t->grad, SHAPE(2, 2), VALUES(2, 5, 5, 8), 0);
    grad_add(t, tensor_mul_scalar(g, -2));
    assert_values(t->grad, SHAPE(2, 2), VALUES(0, 1, -1, 0), 0);
    Tensor *other = random_leaf(SHAPE(2, 2));
    grad_add(other, tensor_mul_scalar(g, -2));
    assert_values(other->grad, SHAPE(2, 2), VALUES(-2, -4, -6, -8), 0);
}

static void test_repetitions_are_summed(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(2, 1)), *g = tensor_ones(SHAPE(3, 2, 4));
    grad_add(t, g);
    assert_values(t->grad, SHAPE(2, 1), VALUES(12, 12), 0);
    grad_add(t, tensor_mul_scalar(g, (real)0.5));
    assert_values(t->grad, SHAPE(2, 1), VALUES(18, 18), 0);
    Tensor *scalar = random_leaf(SCALAR);
    grad_add(scalar, tensor_mul_scalar(g, 2));
    assert_values(scalar->grad, SCALAR, VALUES(48), 0);
    assert_tensor_identical(g, tensor_ones(SHAPE(3, 2, 4)));
}

static void test_no_gradient_wanted(void **state)
{
    (void)state;
    Tensor *t = random_tensor(SHAPE(2));
    grad_add(t, tensor_ones(SHAPE(7))); /* not even looked at */
    assert_null(t->grad);
}

static void test_shapes_that_cannot_be(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(2, 3));
    assert_fails_with("grad_add: a gradient of shape (3,) cannot reach a tensor of shape (2, 3)",
                      grad_add(t, tensor_ones(SHAPE(3))));
    assert_fails_with("gradient of shape (2, 4)", grad_add(t, tensor_ones(SHAPE(2, 4))));
    assert_null(t->grad);
}

static void test_buffers(void **state)
{
    (void)state;
    real beta;
    Tensor *t = random_leaf(SHAPE(2)), *owned = tensor_requires_grad(tensor_new_in(NULL, SHAPE(2)));
    Tensor *grad = grad_buffer(t, &beta);
    assert_true(beta == 0);
    assert_ptr_equal(grad, t->grad);
    assert_ptr_equal(grad_buffer(t, &beta), grad);
    assert_true(beta == 1);
    Tensor *zeros = random_leaf(SHAPE(3));
    assert_values(grad_buffer(zeros, NULL), SHAPE(3), VALUES(0, 0, 0), 0);
    zeros->grad->data[1] = 5;
    assert_values(grad_buffer(zeros, NULL), SHAPE(3), VALUES(0, 5, 0), 0);
    Scope *scope = scope_open(); /* a gradient lives as long as its tensor */
    grad_buffer(owned, &beta);
    Tensor *late = random_leaf(SHAPE(2));
    assert_ptr_equal(grad_buffer(late, &beta)->scope, scope);
    scope_close(scope);
    assert_null(owned->grad->scope);
    tensor_free(owned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_first_sets_then_adds),
        UNIT_TEST(test_repetitions_are_summed),
        UNIT_TEST(test_no_gradient_wanted),
        UNIT_TEST(test_shapes_that_cannot_be),
        UNIT_TEST(test_buffers),
    };
    return run_tests("autograd/grad", tests);
}
