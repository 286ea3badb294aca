/* test_op_softmax.c - softmax, log_softmax, logsumexp: values, gradients, composed twins. */
#include "../layouts.h"

#define CLOSE (IS_DOUBLE ? 1e-12 : 1e-6)

static Tensor *softmax(Tensor *const in[], void *axis)
{
    return tensor_softmax(in[0], *(int *)axis);
}

static Tensor *log_softmax(Tensor *const in[], void *axis)
{
    return tensor_log_softmax(in[0], *(int *)axis);
}

static Tensor *logsumexp(Tensor *const in[], void *axis)
{
    return tensor_logsumexp(in[0], *(int *)axis, true);
}

static Tensor *logsumexp_dropped(Tensor *const in[], void *axis)
{
    return tensor_logsumexp(in[0], *(int *)axis, false);
}

/* torch.softmax and friends, float64. */
static void test_values(void **state)
{
    (void)state;
    Tensor *z = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 0, -1, 1000));
    assert_values(tensor_softmax(z, -1), SHAPE(2, 3),
                  VALUES((real)0.09003057317038045, (real)0.2447284710547976,
                         (real)0.6652409557748218, 0, 0, 1),
                  CLOSE);
    assert_values(tensor_softmax(z, 0), SHAPE(2, 3),
                  VALUES((real)0.7310585786300049, (real)0.9525741268224334, 0,
                         (real)0.2689414213699951, (real)0.04742587317756679, 1),
                  CLOSE);
    assert_values(tensor_log_softmax(z, 1), SHAPE(2, 3),
                  VALUES((real)-2.4076059644443806, (real)-1.4076059644443804,
                         (real)-0.4076059644443804, -1000, -1001, 0),
                  CLOSE);
    assert_values(tensor_logsumexp(z, 1, false), SHAPE(2), VALUES((real)3.4076059644443806, 1000),
                  CLOSE);
    assert_shape(tensor_logsumexp(z, 0, true), SHAPE(1, 3));
}

static void test_gradients(void **state)
{
    (void)state;
    static const Function functions[] = {softmax, log_softmax, logsumexp, logsumexp_dropped};
    for (int f = 0; f < 4; f++) {
        for (int axis = -3; axis < 3; axis++)
            assert_gradcheck_layouts(functions[f], &axis, random_leaf(SHAPE(2, 3, 4)));
        int last = -1, first = 0;
        assert_gradcheck(functions[f], &last, random_leaf(SHAPE(5)));
        assert_gradcheck(functions[f], &last, random_leaf(SHAPE(3, 1)));
        assert_gradcheck(functions[f], &last, random_leaf(SHAPE(0, 3)));
        assert_gradcheck(functions[f], &first, random_leaf(SHAPE(3, 0)));
    }
}

static Tensor *twice(Tensor *const in[], void *axis)
{
    Tensor *p = softmax(in, axis);
    return tensor_add(tensor_mul(p, p), tensor_mul(log_softmax(in, axis), logsumexp(in, axis)));
}

static void test_gradients_of_an_input_used_again(void **state)
{
    (void)state;
    int axis = 1;
    assert_gradcheck_layouts(twice, &axis, random_leaf(SHAPE(3, 4)));
}

/* The gradient of y becomes that of an intermediate x in place, unless one of them is asked for or x
 * has a share already. y = [1/4, 3/4], dy = [1, 0]: dx = [3/16, -3/16]. */
static void test_gradients_in_place_are_nobody_elses(void **state)
{
    (void)state;
    Tensor *dy = tensor_from(SHAPE(2), VALUES(1, 0));
    for (int kept = 0; kept < 4; kept++) {
        Tensor *leaf = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(0, (real)log(3))));
        Tensor *x = tensor_mul_scalar(leaf, 1), *y = tensor_softmax(x, 0);
        if (kept & 1)
            tensor_retain_grad(x);
        if (kept & 2)
            tensor_retain_grad(y);
        tensor_backward_from(tensor_add(y, tensor_mul_scalar(x, 2)), dy, true);
        assert_values(dy, SHAPE(2), VALUES(1, 0), 0);
        assert_values(leaf->grad, SHAPE(2), VALUES((real)2.1875, (real)-0.1875), CLOSE);
        tensor_zero_grad(leaf);
        tensor_backward_from(y, dy, false);
        assert_values(leaf->grad, SHAPE(2), VALUES((real)0.1875, (real)-0.1875), CLOSE);
        if (kept & 1)
            assert_values(x->grad, SHAPE(2), VALUES((real)2.375, (real)-0.375), CLOSE);
        if (kept & 2)
            assert_values(y->grad, SHAPE(2), VALUES(2, 0), 0);
    }
}

static void test_no_copy_of_a_gradient(void **state)
{
    (void)state;
    enum { N = 10000 };
    Scope *scope = scope_open();
    Tensor *leaf = random_leaf(SHAPE(100, N / 100)), *seed = random_tensor(SHAPE(100, N / 100));
    Tensor *y = tensor_softmax(tensor_mul_scalar(leaf, 2), -1);
    real beta;
    tensor_fill(grad_buffer(leaf, &beta), 0);
    size_t before = scope_bytes(scope);
    tensor_backward_from(y, seed, false);
    size_t most =
        scope_peak(scope) - before; /* dy and dx, which is moved: a copy would be a third */
    assert_true(most >= 2 * N * sizeof(real) && most < 3 * N * sizeof(real));
    scope_close(scope);
}

/* The masked keys get exactly 0; a row without a key gives zeros and gets a gradient of zeros. */
static void test_masked_rows(void **state)
{
    (void)state;
    const real out = (real)-INFINITY;
    for (int axis = 0; axis < 2; axis++) {
        Tensor *x = tensor_from(SHAPE(3, 3), VALUES(1, out, 1e5, out, out, out, 0, 1, out));
        if (axis == 0)
            x = tensor_contiguous(tensor_transpose(x, 0, 1));
        x = tensor_requires_grad(x);
        Tensor *y = tensor_softmax(x, axis), *rows = axis == 0 ? tensor_transpose(y, 0, 1) : y;
        assert_values(rows, SHAPE(3, 3),
                      VALUES(0, 0, 1, 0, 0, 0, (real)0.26894142, (real)0.73105858, 0), 1e-6);
        assert_true(tensor_get(rows, AT(0, 1)) == 0 && tensor_get(rows, AT(2, 2)) == 0);
        tensor_backward_from(y, random_tensor(SHAPE(3, 3)), false);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                real g =
                    tensor_get(axis == 0 ? tensor_transpose(x->grad, 0, 1) : x->grad, AT(i, j));
                assert_true(i == 2 && j != 2 ? g != 0 && isfinite(g) : g == 0);
            }
    }
    Tensor *none = tensor_requires_grad(tensor_full(SHAPE(1, 2), out));
    assert_true(tensor_logsumexp(none, 1, false)->data[0] == out);
    assert_true(tensor_log_softmax(none, 1)->data[0] == out);
    tensor_backward(tensor_logsumexp(none, 1, false));
    assert_values(none->grad, SHAPE(1, 2), VALUES(0, 0), 0);
}

static void test_nan_stays(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES((real)NAN, 1, 1, 1));
    Tensor *y = tensor_softmax(x, 1);
    assert_true(isnan(y->data[0]) && isnan(y->data[1]) && y->data[2] == (real)0.5);
}

static void compare(Function fused, Tensor *(*composed)(Tensor *a, int axis))
{
    for (int axis = -3; axis < 3; axis++) {
        Tensor *a = random_leaf(SHAPE(3, 4, 5)), *b = tensor_requires_grad(tensor_keep(a));
        Tensor *ya = fused((Tensor *[]){a}, &axis), *yb = composed(b, axis);
        assert_tensor_close(ya, yb, 10 * CLOSE, CLOSE);
        Tensor *seed = random_tensor(SHAPE(3, 4, 5));
        tensor_backward_from(ya, seed, false);
        tensor_backward_from(yb, seed, false);
        assert_tensor_close(a->grad, b->grad, 10 * CLOSE, 5 * CLOSE);
        tensor_free(b);
    }
}

static void test_fused_and_composed_agree(void **state)
{
    (void)state;
    compare(softmax, composed_softmax);
    compare(log_softmax, composed_log_softmax);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3));
    assert_fails_with("tensor_softmax: axis 2 is outside a tensor of shape (2, 3)",
                      tensor_softmax(x, 2));
    assert_fails_with("tensor_log_softmax: axis -3", tensor_log_softmax(x, -3));
    assert_fails_with("tensor_logsumexp: axis 5", tensor_logsumexp(x, 5, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_gradients_of_an_input_used_again),
        UNIT_TEST(test_gradients_in_place_are_nobody_elses),
        UNIT_TEST(test_no_copy_of_a_gradient),
        UNIT_TEST(test_masked_rows),
        UNIT_TEST(test_nan_stays),
        UNIT_TEST(test_fused_and_composed_agree),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_softmax", tests);
}
