/* test_op_variance.c - variance, standard deviation and norms along any axes. */
#include "../like_torch.h"
#include "long_sums.h"

typedef struct {
    int n, axes[3];
    bool keepdims;
    long correction;
    real p;
} Case;

static const Case cases[] = {
    {0, {0}, false, 1, 2},       {0, {0}, true, 0, 3},
    {1, {0}, false, 1, 1},       {1, {1}, true, 0, (real)1.5},
    {1, {-1}, false, 2, 2},      {2, {0, 2}, false, 1, (real)0.5},
    {2, {-2, 0}, true, 1, 4},    {2, {2, 1}, false, -1, 2},
    {3, {0, 1, 2}, false, 3, 2}, {3, {-1, 0, 1}, true, 1, (real)2.5},
    {1, {1}, false, 1, -1},      {2, {-1, 0}, true, 1, (real)-2.5},
};

static Tensor *var_of(Tensor *const in[], void *context)
{
    const Case *c = context;
    return tensor_var(in[0], c->n, c->axes, c->correction, c->keepdims);
}

static Tensor *std_of(Tensor *const in[], void *context)
{
    const Case *c = context;
    return tensor_std(in[0], c->n, c->axes, c->correction, c->keepdims);
}

static Tensor *norm_of(Tensor *const in[], void *context)
{
    const Case *c = context;
    return tensor_norm(in[0], c->p, c->n, c->axes, c->keepdims);
}

#define AS_TORCH(call, name)                                                                       \
    do {                                                                                           \
        Tensor *y = call;                                                                          \
        torch_backward(y);                                                                         \
        assert_like_torch(y, name##_y);                                                            \
        assert_like_torch(x->grad, name##_da);                                                     \
        tensor_zero_grad(x);                                                                       \
    } while (0)

static void test_values_of_torch(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(3, 4, 5), 0, 1, 0);
    AS_TORCH(tensor_var(x, AXES(0, 2), 1, false), var_some);
    AS_TORCH(tensor_std(x, AXES(2, 0), 1, false), std_some);
    AS_TORCH(tensor_var(x, AXES(1), 0, true), var_one);
    AS_TORCH(tensor_std(x, AXES(-2), 0, true), std_one);
    AS_TORCH(tensor_var(x, ALL_AXES, 2, false), var_all);
    AS_TORCH(tensor_std(x, ALL_AXES, 2, false), std_all);
    x = wave(SHAPE(2, 3, 4), 0, 1, 0);
    AS_TORCH(tensor_norm(x, 2, AXES(0, 2), false), norm_2);
    AS_TORCH(tensor_norm(x, 3, AXES(1), false), norm_3);
    AS_TORCH(tensor_norm(x, (real)0.5, AXES(-1), false), norm_half);
    AS_TORCH(tensor_norm(x, 1, AXES(0, 1), false), norm_1);
    AS_TORCH(tensor_norm(x, (real)INFINITY, AXES(1), false), norm_inf);
}

/* Rows of zeros among them: there the gradient of a norm is 0. */
static void test_norm_edges_of_torch(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(
        tensor_from(SHAPE(4, 3), VALUES(3, -4, 0, 0, 0, 0, 0, 0, 2, 2, -2, 1)));
    AS_TORCH(tensor_norm(x, 2, AXES(1), false), edge_norm_2);
    AS_TORCH(tensor_norm(x, 3, AXES(1), false), edge_norm_3);
    AS_TORCH(tensor_norm(x, (real)0.5, AXES(1), false), edge_norm_half);
    AS_TORCH(tensor_norm(x, 1, AXES(1), false), edge_norm_1);
    AS_TORCH(tensor_norm(x, (real)INFINITY, AXES(1), false), edge_norm_inf);
}

static void test_gradients(void **state)
{
    (void)state;
    const double kinks[] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        void *c = (void *)&cases[i];
        Scope *scope = scope_open();
        Tensor *x = leaf_away_from(SHAPE(2, 3, 4), 1, kinks);
        assert_gradcheck_layouts(var_of, c, x);
        assert_gradcheck_layouts(norm_of, c, x);
        for (int layout = 0; layout < EXPANDED; layout++) { /* repeated rows have a std of 0 */
            LayoutCase in = {std_of, c, 1, layout};
            assert_gradcheck(in_layout, &in, x);
        }
        scope_close(scope);
    }
    Case largest = {1, {1}, false, 0, (real)INFINITY};
    assert_gradcheck(norm_of, &largest, distinct_leaf(SHAPE(2, 3, 4)));
    largest.p = (real)-INFINITY;
    assert_gradcheck(norm_of, &largest, distinct_leaf(SHAPE(2, 3, 4)));
    Case population = {1, {-1}, false, 0, 2};
    assert_gradcheck(var_of, &population, random_leaf(SHAPE(3, 1)));
    assert_gradcheck(var_of, &population, random_leaf(SHAPE(0, 3)));
    assert_gradcheck(norm_of, &population, random_leaf(SHAPE(0, 3)));
    assert_gradcheck(norm_of, &population, random_leaf(SHAPE(3, 1)));
    Case all = {0, {0}, false, 0, 2};
    assert_gradcheck(norm_of, &all, tensor_requires_grad(tensor_scalar(-2)));
    assert_gradcheck(var_of, &all, tensor_requires_grad(tensor_scalar(-2)));
}

static void test_special_points(void **state)
{
    (void)state;
    /* a constant, whose sum rounds: no variance, and no gradient */
    Tensor *same = tensor_requires_grad(tensor_full(SHAPE(1000), (real)0.1));
    Tensor *std = tensor_std(same, ALL_AXES, 1, false);
    assert_values(std, SCALAR, VALUES(0), 0);
    tensor_backward(std);
    assert_tensor_identical(same->grad, tensor_zeros(SHAPE(1000)));
    Tensor *none = tensor_zeros(SHAPE(0, 3));
    Tensor *nothing = tensor_var(none, AXES(0), 1, false);
    assert_shape(nothing, SHAPE(3));
    assert_true(isnan(nothing->data[0]) && isnan(nothing->data[2]));
    assert_shape(tensor_std(none, AXES(1), 1, true), SHAPE(0, 1));
    assert_true(isnan(tensor_item(tensor_var(tensor_ones(SHAPE(1)), ALL_AXES, 1, false))));
    Tensor *two = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(3, 5)));
    Tensor *infinite = tensor_var(two, ALL_AXES, 3, false); /* as PyTorch: 2 / 0 */
    assert_true(isinf(tensor_item(infinite)));
    tensor_backward(infinite);
    assert_true(isinf(two->grad->data[0]) && isinf(two->grad->data[1]));
    Tensor *nan = tensor_from(SHAPE(2, 2), VALUES(1, (real)NAN, 2, 4));
    assert_true(isnan(tensor_var(nan, AXES(1), 0, false)->data[0]));
    assert_true(tensor_var(nan, AXES(1), 0, false)->data[1] == 1);
    assert_true(isnan(tensor_norm(nan, 2, AXES(1), false)->data[0]));
    assert_values(tensor_norm(none, 2, AXES(0), false), SHAPE(3), VALUES(0, 0, 0), 0);
    Tensor *far = tensor_from(SHAPE(2), VALUES(1, (real)-INFINITY));
    assert_true(isinf(tensor_item(tensor_norm(far, 2, ALL_AXES, false))));
    assert_values(tensor_norm(tensor_from(SHAPE(2), VALUES(3, -4)), 2, ALL_AXES, true), SHAPE(1),
                  VALUES(5), 0);
}

/* PyTorch's values of vector_norm for p = -1, -2, 0 and -inf, by hand: 1 / (1/3 + 1/4) = 12/7, and one zero makes 0. */
static void test_norms_below_one(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(3, 2), VALUES(3, -4, 0, 5, -2, 2)));
    Tensor *y = tensor_norm(x, -1, AXES(1), false);
    assert_values(y, SHAPE(3), VALUES((real)(12.0 / 7), 0, 1), 1e-6);
    tensor_backward_from(y, tensor_ones(SHAPE(3)), false);
    real first = (real)(16.0 / 49), second = (real)(-9.0 / 49); /* (y / |x|)^2, with the sign */
    assert_values(x->grad, SHAPE(3, 2), VALUES(first, second, 0, 0, (real)-0.25, (real)0.25), 1e-6);
    tensor_zero_grad(x);
    assert_values(tensor_norm(x, -2, AXES(1), true), SHAPE(3, 1),
                  VALUES((real)2.4, 0, (real)1.41421356), 1e-6);
    y = tensor_norm(x, (real)-INFINITY, AXES(1), false);
    assert_values(y, SHAPE(3), VALUES(3, 0, 2), 0);
    tensor_backward_from(y, tensor_ones(SHAPE(3)), false); /* equals share */
    assert_values(x->grad, SHAPE(3, 2), VALUES(1, 0, 0, 0, (real)-0.5, (real)0.5), 0);
    assert_values(tensor_norm(x, 0, AXES(1), false), SHAPE(3), VALUES(2, 1, 2), 0);
    Tensor *odd = tensor_from(SHAPE(2, 2), VALUES((real)NAN, 0, (real)-INFINITY, (real)INFINITY));
    Tensor *inverse = tensor_norm(odd, -1, AXES(1), false);
    assert_true(isnan(inverse->data[0]) && isinf(inverse->data[1]));
}

/* Squares that no real holds. */
static void test_norms_of_very_large_and_small_numbers(void **state)
{
    (void)state;
    real sizes[] = {(real)(IS_DOUBLE ? 1e300 : 1e30), (real)(IS_DOUBLE ? 1e-300 : 1e-30)};
    for (int i = 0; i < 2; i++) {
        Tensor *x = tensor_requires_grad(
            tensor_from(SHAPE(3), VALUES(2 * sizes[i], -sizes[i], 2 * sizes[i])));
        Tensor *norm = tensor_norm(x, 2, ALL_AXES, false);
        assert_close((double)(tensor_item(norm) / sizes[i]), 3, 1e-6);
        tensor_backward(norm);
        assert_values(x->grad, SHAPE(3), VALUES((real)(2.0 / 3), (real)(-1.0 / 3), (real)(2.0 / 3)),
                      1e-6);
    }
}

/* Distances that are small beside the mean: what a float knows of them is not lost. */
static void test_a_large_mean_cancels_nothing(void **state)
{
    (void)state;
    long n = 4000;
    Tensor *x = tensor_new(SHAPE(n, 2));
    double mean[2] = {0}, var[2] = {0};
    for (long i = 0; i < 2 * n; i++) {
        x->data[i] = (real)(1e6 + 3 * hard_number(i / 2, 2) + (double)(i % 2));
        mean[i % 2] += (double)x->data[i] / (double)n;
    }
    for (long i = 0; i < 2 * n; i++)
        var[i % 2] += ((double)x->data[i] - mean[i % 2]) * ((double)x->data[i] - mean[i % 2]);
    Tensor *down = tensor_var(x, AXES(0), 1, false);
    Tensor *along = tensor_var(tensor_contiguous(tensor_transpose(x, 0, 1)), AXES(1), 1, false);
    for (int j = 0; j < 2; j++) {
        assert_close((double)down->data[j] * (double)(n - 1) / var[j], 1, 2e-6);
        assert_close((double)along->data[j] * (double)(n - 1) / var[j], 1, 2e-6);
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3)), *none = tensor_zeros(SHAPE(0, 3));
    assert_fails_with("tensor_var: axis 2 is outside", tensor_var(x, AXES(2), 1, false));
    assert_fails_with("tensor_std: axis 1 is named twice", tensor_std(x, AXES(1, -1), 1, false));
    assert_fails_with("tensor_norm: axis -3", tensor_norm(x, 2, AXES(-3), false));
    assert_fails_with("tensor_norm: p is nan", tensor_norm(x, (real)NAN, ALL_AXES, false));
    assert_fails_with("tensor_norm: shape (0, 3) has no elements to take the largest of",
                      tensor_norm(none, (real)INFINITY, ALL_AXES, false));
    assert_fails_with("tensor_norm: shape (0, 3) has no elements to take the smallest of",
                      tensor_norm(none, -1, ALL_AXES, false));
    assert_fails_with("var_kernel: cannot reduce (2, 3) to (2,) and (2,)",
                      var_kernel(tensor_zeros(SHAPE(2)), tensor_zeros(SHAPE(2)), x, 1));
}

/* Nothing is left of them but a root of 0, which must not be sought again with larger numbers. */
static void test_equal_numbers_of_any_size(void **state)
{
    (void)state;
    for (int power = 0; power < 31; power++) {
        Tensor *x = tensor_requires_grad(tensor_full(SHAPE(2, 7), (real)pow(10, power)));
        Tensor *y = tensor_std(x, AXES(1), 0, false);
        tensor_backward(tensor_sum(y, ALL_AXES, false));
        assert_values(y, SHAPE(2), VALUES(0, 0), 0);
        assert_tensor_identical(x->grad, tensor_zeros(SHAPE(2, 7)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_equal_numbers_of_any_size),
        UNIT_TEST(test_values_of_torch),
        UNIT_TEST(test_norm_edges_of_torch),
        UNIT_TEST(test_norms_below_one),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_special_points),
        UNIT_TEST(test_norms_of_very_large_and_small_numbers),
        UNIT_TEST(test_a_large_mean_cancels_nothing),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_variance", tests);
}
