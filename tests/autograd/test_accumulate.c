/* test_accumulate.c - the one place where gradients are added. */
#include "test.h"

static void test_first_sets_then_adds(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(2, 2)), *g = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    grad_add(t, g);
    assert_ptr_not_equal(t->grad, g);
    grad_add(t, tensor_transpose(g, 0, 1));
    assert_values(t->grad, SHAPE(2, 2), VALUES(2, 5, 5, 8), 0);
    grad_add_scaled(t, -2, g);
    assert_values(t->grad, SHAPE(2, 2), VALUES(0, 1, -1, 0), 0);
    Tensor *other = random_leaf(SHAPE(2, 2));
    grad_add_scaled(other, -2, g);
    assert_values(other->grad, SHAPE(2, 2), VALUES(-2, -4, -6, -8), 0);
}

static void test_repetitions_are_summed(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(2, 1)), *g = tensor_ones(SHAPE(3, 2, 4));
    grad_add(t, g);
    assert_values(t->grad, SHAPE(2, 1), VALUES(12, 12), 0);
    grad_add_scaled(t, (real)0.5, g);
    assert_values(t->grad, SHAPE(2, 1), VALUES(18, 18), 0);
    Tensor *scalar = random_leaf(SCALAR);
    grad_add_scaled(scalar, 2, g);
    assert_values(scalar->grad, SCALAR, VALUES(48), 0);
    assert_tensor_identical(g, tensor_ones(SHAPE(3, 2, 4)));
}

static void test_no_gradient_wanted(void **state)
{
    (void)state;
    Tensor *t = random_tensor(SHAPE(2));
    grad_add(t, tensor_ones(SHAPE(7))); /* not even looked at */
    grad_add_rows(t, 0, NULL, NULL, NULL);
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
    Scope *scope = scope_open(); /* a gradient lives as long as its tensor */
    grad_buffer(owned, &beta);
    Tensor *late = random_leaf(SHAPE(2));
    assert_ptr_equal(grad_buffer(late, &beta)->scope, scope);
    scope_close(scope);
    assert_null(owned->grad->scope);
    tensor_free(owned);
}

static void difference_row(long n, real *out, const real *const in[], const real *arg)
{
    for (long i = 0; i < n; i++)
        out[i] = arg[0] * (in[0][i] - in[1][i]);
}

static void test_rows(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(2, 2)), *a = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    const Tensor *in[] = {a, tensor_scalar(1)};
    real two = 2;
    grad_add_rows(t, 2, in, difference_row, &two);
    assert_values(t->grad, SHAPE(2, 2), VALUES(0, 2, 4, 6), 0);
    grad_add_rows(t, 2, in, difference_row, &two);
    assert_values(t->grad, SHAPE(2, 2), VALUES(0, 4, 8, 12), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_first_sets_then_adds),
        TEST(test_repetitions_are_summed),
        TEST(test_no_gradient_wanted),
        TEST(test_shapes_that_cannot_be),
        TEST(test_buffers),
        TEST(test_rows),
    };
    return run_tests("autograd/accumulate", tests);
}
