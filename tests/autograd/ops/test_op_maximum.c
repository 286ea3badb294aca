/* test_op_maximum.c - the larger and the smaller of two, clamps between tensors, powers with tensors. */
#include "../like_torch.h"

#define PAIR(name)                                                                                 \
    static Tensor *name##_of(Tensor *const in[], void *context)                                    \
    {                                                                                              \
        (void)context;                                                                             \
        return tensor_##name(in[0], in[1]);                                                        \
    }
PAIR(maximum)
PAIR(minimum)
PAIR(pow_tensor)

static Tensor *clamp_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_clamp_tensor(in[0], in[1], in[2]);
}

static Tensor *low_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_clamp_tensor(in[0], in[1], NULL);
}

static Tensor *high_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_clamp_tensor(in[0], NULL, in[1]);
}

static void test_values_of_torch(void **state)
{
    (void)state;
    Tensor *a = wave(SHAPE(2, 3, 4), 0, 1, 0), *b = wave(SHAPE(3, 1), 1, 1, 0);
    Tensor *y = tensor_maximum(a, b);
    torch_backward(y);
    assert_like_torch(y, maximum_y);
    assert_like_torch(a->grad, maximum_da);
    assert_like_torch(b->grad, maximum_db);
    tensor_zero_grad(a);
    tensor_zero_grad(b);
    y = tensor_minimum(a, b);
    torch_backward(y);
    assert_like_torch(y, minimum_y);
    assert_like_torch(a->grad, minimum_da);
    assert_like_torch(b->grad, minimum_db);
    Tensor *x = wave(SHAPE(3, 4), 0, 1, 0);
    Tensor *low = wave(SHAPE(4), 1, 0.5, -0.4), *high = wave(SHAPE(3, 1), 2, 0.5, 0.3);
    y = tensor_clamp_tensor(x, low, high);
    torch_backward(y);
    assert_like_torch(y, clamp_y);
    assert_like_torch(x->grad, clamp_da);
    assert_like_torch(low->grad, clamp_dlow);
    assert_like_torch(high->grad, clamp_dhigh);
    Tensor *base = wave(SHAPE(3, 4), 0, 0.5, 1.2), *p = wave(SHAPE(4), 1, 2, 0);
    y = tensor_pow_tensor(base, p);
    torch_backward(y);
    assert_like_torch(y, power_y);
    assert_like_torch(base->grad, power_da);
    assert_like_torch(p->grad, power_dp);
}

/* Every pair and triple of special numbers, ties, NaN and infinities among them. */
static void test_edges_of_torch(void **state)
{
    (void)state;
    const real order[] = {(real)-INFINITY, -2, 0, 1, (real)NAN, (real)INFINITY};
    Tensor *a = combinations(6, order, 2, 0), *b = combinations(6, order, 2, 1);
    Tensor *y = tensor_maximum(a, b);
    torch_backward_ones(y);
    assert_like_torch(y, edge_maximum_y);
    assert_like_torch(a->grad, edge_maximum_da);
    assert_like_torch(b->grad, edge_maximum_db);
    tensor_zero_grad(a);
    tensor_zero_grad(b);
    y = tensor_minimum(a, b);
    torch_backward_ones(y);
    assert_like_torch(y, edge_minimum_y);
    assert_like_torch(a->grad, edge_minimum_da);
    assert_like_torch(b->grad, edge_minimum_db);
    const real bounds[] = {-1, 0, 1, (real)NAN, (real)INFINITY};
    Tensor *x = combinations(5, bounds, 3, 0), *low = combinations(5, bounds, 3, 1),
           *high = combinations(5, bounds, 3, 2);
    y = tensor_clamp_tensor(x, low, high);
    torch_backward_ones(y);
    assert_like_torch(y, edge_clamp_y);
    assert_like_torch(x->grad, edge_clamp_da);
    assert_like_torch(low->grad, edge_clamp_dlow);
    assert_like_torch(high->grad, edge_clamp_dhigh);
    const real powers[] = {(real)-INFINITY, -2, (real)-0.5, 0, (real)0.5, 1, 3, (real)NAN,
                           (real)INFINITY};
    Tensor *base = combinations(9, powers, 2, 0), *p = combinations(9, powers, 2, 1);
    y = tensor_pow_tensor(base, p);
    torch_backward_ones(y);
    assert_like_torch(y, edge_power_y);
    assert_like_torch(base->grad, edge_power_da);
    assert_like_torch(p->grad, edge_power_dp);
}

static void test_one_bound_is_enough(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(5)), *bound = tensor_from(SHAPE(1), VALUES(0));
    assert_tensor_identical(tensor_clamp_tensor(x, bound, NULL), tensor_maximum(x, bound));
    assert_tensor_identical(tensor_clamp_tensor(x, NULL, bound), tensor_minimum(x, bound));
    assert_tensor_identical(
        tensor_clamp_tensor(x, tensor_scalar((real)-0.5), tensor_scalar((real)0.5)),
        tensor_clamp(x, (real)-0.5, (real)0.5));
}

/* Two leaves with these shapes whose numbers are nowhere closer than 1/4 to each other. */
static void leaves_apart(int na, const long *sa, int nb, const long *sb, Tensor **a, Tensor **b)
{
    *a = distinct_leaf(na, sa);
    *b = distinct_leaf(nb, sb);
    for (long i = 0; i < tensor_numel(*b); i++)
        (*b)->data[i] += (real)0.25;
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *a, *b;
    leaves_apart(SHAPE(3, 4), SHAPE(3, 4), &a, &b);
    Tensor *low = tensor_requires_grad(tensor_detach(tensor_add_scalar(b, (real)-3.1)));
    Tensor *positive = positive_leaf(SHAPE(3, 4));
    for (int layout = 0; layout < EXPANDED; layout++) { /* a repeated row is near others */
        LayoutCase maximum = {maximum_of, NULL, 2, layout}, minimum = {minimum_of, NULL, 2, layout};
        LayoutCase clamp = {clamp_of, NULL, 3, layout};
        assert_gradcheck(in_layout, &maximum, a, b);
        assert_gradcheck(in_layout, &minimum, a, b);
        assert_gradcheck(in_layout, &clamp, a, low, b);
    }
    assert_gradcheck_layouts(pow_tensor_of, NULL, positive, random_leaf(SHAPE(3, 4)));
    leaves_apart(SHAPE(2, 1, 3), SHAPE(4, 1), &a, &b);
    static const Function functions[] = {maximum_of, minimum_of, low_of, high_of};
    for (int f = 0; f < 4; f++) {
        assert_gradcheck(functions[f], NULL, a, b);
        assert_gradcheck(functions[f], NULL, b, a);
        assert_gradcheck(functions[f], NULL, tensor_detach(a), b);
        assert_gradcheck(functions[f], NULL, a, tensor_detach(b));
        assert_gradcheck(functions[f], NULL, random_leaf(SHAPE(0, 3)), random_leaf(SHAPE(3)));
        assert_gradcheck(functions[f], NULL, tensor_requires_grad(tensor_scalar(1)),
                         tensor_requires_grad(tensor_scalar(2)));
    }
    assert_gradcheck(pow_tensor_of, NULL, positive, random_leaf(SHAPE(2, 1, 1)));
    assert_gradcheck(pow_tensor_of, NULL, positive, positive); /* x^x */
    assert_gradcheck(pow_tensor_of, NULL, random_leaf(SHAPE(3)), tensor_full(SHAPE(2, 1), 3));
    assert_gradcheck(pow_tensor_of, NULL, random_leaf(SHAPE(0)), random_leaf(SHAPE(2, 1)));
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(2));
    assert_fails_with("tensor_maximum: cannot broadcast (2, 3) with (2,)", tensor_maximum(a, b));
    assert_fails_with("tensor_minimum: cannot broadcast (2, 3) with (2,)", tensor_minimum(a, b));
    assert_fails_with("tensor_pow_tensor: cannot broadcast", tensor_pow_tensor(a, b));
    assert_fails_with("tensor_clamp_tensor: cannot broadcast (2, 3) with (2,)",
                      tensor_clamp_tensor(a, b, NULL));
    assert_fails_with("tensor_clamp_tensor: cannot broadcast (2, 3) with (2,)",
                      tensor_clamp_tensor(a, a, b));
    assert_fails_with("tensor_clamp_tensor: low and high are both NULL",
                      tensor_clamp_tensor(a, NULL, NULL));
    assert_fails_with("tensor_maximum: argument 2, b, is NULL", tensor_maximum(a, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values_of_torch),
        UNIT_TEST(test_edges_of_torch),
        UNIT_TEST(test_one_bound_is_enough),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_maximum", tests);
}
