/* test_op_prod.c - products, minima and running sums. */
#include "../like_torch.h"
#include "long_sums.h"

typedef struct {
    int n, axes[3];
    bool keepdims;
} Axes;

static const Axes cases[] = {
    {0, {0}, false},    {1, {0}, false},    {1, {1}, true},        {1, {-1}, false},
    {2, {0, 2}, false}, {2, {-1, 1}, true}, {3, {0, 1, 2}, false},
};

static Tensor *prod_of(Tensor *const in[], void *context)
{
    const Axes *a = context;
    return tensor_prod(in[0], a->n, a->axes, a->keepdims);
}

static Tensor *min_of(Tensor *const in[], void *context)
{
    const Axes *a = context;
    return tensor_min(in[0], a->n, a->axes, a->keepdims);
}

static Tensor *cumsum_of(Tensor *const in[], void *axis)
{
    return tensor_cumsum(tensor_mul(in[0], in[0]), *(int *)axis);
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
    Tensor *x = wave(SHAPE(4, 3), 0, 2, 0); /* with no, one and two zeros in a row */
    x->data[1] = x->data[3] = x->data[5] = 0;
    AS_TORCH(tensor_prod(x, AXES(1), false), prod_one);
    x = wave(SHAPE(2, 3), 0, 2, 0);
    AS_TORCH(tensor_prod(x, ALL_AXES, false), prod_all);
    x = wave(SHAPE(2, 3, 4), 0, 1, 0);
    AS_TORCH(tensor_cumsum(x, 1), cumsum);
    AS_TORCH(tensor_min(x, AXES(0, 2), false), amin);
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4)), *d = distinct_leaf(SHAPE(2, 3, 4));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        void *axes = (void *)&cases[i];
        assert_gradcheck_layouts(prod_of, axes, x);
        for (int layout = 0; layout < EXPANDED; layout++) { /* repeated rows would be ties */
            LayoutCase c = {min_of, axes, 1, layout};
            assert_gradcheck(in_layout, &c, d);
        }
    }
    for (int axis = -3; axis < 3; axis++)
        assert_gradcheck_layouts(cumsum_of, &axis, x);
    Axes all = {0, {0}, false}, last = {1, {-1}, false};
    assert_gradcheck(prod_of, &all, random_leaf(SCALAR));
    assert_gradcheck(min_of, &all, random_leaf(SCALAR));
    assert_gradcheck(prod_of, &last, random_leaf(SHAPE(3, 0)));
    assert_gradcheck(prod_of, &last, random_leaf(SHAPE(0, 3)));
    assert_gradcheck(prod_of, &last, random_leaf(SHAPE(3, 1)));
    assert_gradcheck(min_of, &last, random_leaf(SHAPE(0, 3)));
    int axis = 0;
    assert_gradcheck(cumsum_of, &axis, random_leaf(SHAPE(0, 3)));
    assert_gradcheck(cumsum_of, &axis, random_leaf(SHAPE(1, 3)));
}

static void test_ties_share(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 4), VALUES(1, 5, 1, 1, 9, 7, 7, 8)));
    tensor_backward_from(tensor_min(x, AXES(1), false), tensor_from(SHAPE(2), VALUES(6, 10)),
                         false);
    assert_values(x->grad, SHAPE(2, 4), VALUES(2, 0, 2, 2, 0, 5, 5, 0), 1e-6);
}

static void test_special_points(void **state)
{
    (void)state;
    Tensor *none = tensor_zeros(SHAPE(0, 3));
    assert_values(tensor_prod(none, AXES(0), false), SHAPE(3), VALUES(1, 1, 1), 0);
    assert_shape(tensor_min(none, AXES(1), false), SHAPE(0));
    Tensor *nan = tensor_from(SHAPE(4), VALUES(1, (real)NAN, -2, (real)INFINITY));
    assert_true(isnan(tensor_item(tensor_min(nan, ALL_AXES, false))));
    assert_true(isnan(tensor_item(tensor_prod(nan, ALL_AXES, false))));
    Tensor *sums = tensor_cumsum(nan, 0);
    assert_true(sums->data[0] == 1 && isnan(sums->data[1]) && isnan(sums->data[3]));
    /* beside an infinity: each gradient is what the others give */
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(3), VALUES(2, (real)INFINITY, 3)));
    tensor_backward(tensor_prod(x, ALL_AXES, false));
    assert_true(isinf(x->grad->data[0]) && x->grad->data[1] == 6 && isinf(x->grad->data[2]));
    /* a product that leaves the range of a float on its way comes back */
    Tensor *long_way = tensor_full(SHAPE(80), 10);
    for (int i = 40; i < 80; i++)
        long_way->data[i] = (real)0.1;
    assert_close((double)tensor_item(tensor_prod(long_way, ALL_AXES, false)), 1, 1e-4);
}

static void test_running_sums_keep_their_digits(void **state)
{
    (void)state;
    long n = many();
    Tensor *x = hard_rows(n, 4), *sums = tensor_cumsum(x, 0);
    Tensor *leaf = tensor_requires_grad(tensor_zeros(SHAPE(n, 4)));
    tensor_backward_from(tensor_cumsum(leaf, 0), x, false);
    for (long j = 0; j < 4; j++) {
        Exact down = {0}, up = {0};
        for (long i = 0; i < n; i++) {
            exact_add(&down, (long double)x->data[i * 4 + j]);
            exact_add(&up, (long double)x->data[(n - 1 - i) * 4 + j]);
            if (i % 9973 == 0 || i == n - 1) {
                assert_sum(sums->data[i * 4 + j], down, 1);
                assert_sum(leaf->grad->data[(n - 1 - i) * 4 + j], up, 1);
            }
        }
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3)), *none = tensor_zeros(SHAPE(0, 3));
    assert_fails_with("tensor_prod: axis 1 is named twice", tensor_prod(x, AXES(1, -1), false));
    assert_fails_with("tensor_cumsum: axis 2", tensor_cumsum(x, 2));
    assert_fails_with("tensor_min: axis -3", tensor_min(x, AXES(-3), false));
    assert_fails_with("tensor_min: shape (0, 3) has no elements", tensor_min(none, AXES(0), false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values_of_torch),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_ties_share),
        UNIT_TEST(test_special_points),
        UNIT_TEST(test_running_sums_keep_their_digits),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_prod", tests);
}
