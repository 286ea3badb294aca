/* test_op_reduce.c - gradients of sums, means and maxima over any axes. */
#include "../like_torch.h"

typedef struct {
    int n, axes[3];
    bool keepdims;
} Axes;

static const Axes cases[] = {
    {0, {0}, false},       {0, {0}, true},        {1, {0}, false},    {1, {1}, true},
    {1, {-1}, false},      {2, {0, 2}, false},    {2, {-2, 0}, true}, {2, {2, 1}, false},
    {3, {0, 1, 2}, false}, {3, {-1, 0, 1}, true},
};

static Tensor *sum(Tensor *const in[], void *context)
{
    const Axes *a = context;
    return tensor_sum(tensor_mul(in[0], in[0]), a->n, a->axes, a->keepdims);
}

static Tensor *mean(Tensor *const in[], void *context)
{
    const Axes *a = context;
    return tensor_mean(tensor_mul(in[0], in[0]), a->n, a->axes, a->keepdims);
}

static Tensor *max(Tensor *const in[], void *context)
{
    const Axes *a = context;
    return tensor_max(in[0], a->n, a->axes, a->keepdims);
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4)), *d = distinct_leaf(SHAPE(2, 3, 4));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        void *axes = (void *)&cases[i];
        assert_gradcheck_layouts(sum, axes, x);
        assert_gradcheck_layouts(mean, axes, x);
        for (int layout = 0; layout < EXPANDED; layout++) { /* repeated rows would be ties */
            LayoutCase c = {max, axes, 1, layout};
            assert_gradcheck(in_layout, &c, d);
        }
    }
}

static void test_gradients_of_edge_sizes(void **state)
{
    (void)state;
    Axes all = {0, {0}, false}, last = {1, {-1}, false};
    assert_gradcheck(sum, &all, random_leaf(SCALAR));
    assert_gradcheck(mean, &all, random_leaf(SCALAR));
    assert_gradcheck(max, &all, random_leaf(SCALAR));
    assert_gradcheck(max, &last, random_leaf(SHAPE(3, 1)));
    assert_gradcheck(sum, &last, random_leaf(SHAPE(3, 0)));
    assert_gradcheck(mean, &last, random_leaf(SHAPE(0, 3)));
    assert_gradcheck(max, &last, random_leaf(SHAPE(0, 3)));
    Tensor *none = random_leaf(SHAPE(0, 3));
    tensor_backward(tensor_sum(none, ALL_AXES, false));
    assert_shape(none->grad, SHAPE(0, 3));
    char text[32]; /* NaN on every machine, and without the sign that 0 / 0 has on some */
    snprintf(text, sizeof text, "%g", (double)tensor_item(tensor_mean(none, ALL_AXES, false)));
    assert_string_equal(text, "nan");
}

static void test_ties_share(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 4), VALUES(5, 1, 5, 5, 2, 7, 7, 0)));
    tensor_backward_from(tensor_max(x, AXES(1), false), tensor_from(SHAPE(2), VALUES(6, 10)),
                         false);
    assert_values(x->grad, SHAPE(2, 4), VALUES(2, 0, 2, 2, 0, 5, 5, 0), 1e-6);
    Tensor *y = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(3, 3, 3, 1)));
    tensor_backward(tensor_max(y, ALL_AXES, false));
    assert_values(y->grad, SHAPE(2, 2),
                  VALUES((real)0.33333333, (real)0.33333333, (real)0.33333333, 0), 1e-6);
}

static void test_mean_divides_by_what_it_averaged(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 5));
    tensor_backward(tensor_sum(tensor_mean(x, AXES(1), true), ALL_AXES, false));
    assert_tensor_close(x->grad, tensor_full(SHAPE(2, 5), (real)0.2), 1e-6, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_gradients_of_edge_sizes),
        UNIT_TEST(test_ties_share),
        UNIT_TEST(test_mean_divides_by_what_it_averaged),
    };
    return run_tests("autograd/ops/op_reduce", tests);
}
