/* test_op_compare.c - comparisons: masks without a gradient. */
#include "../like_torch.h"

typedef Tensor *(*CompareFunction)(Tensor *a, Tensor *b);
typedef Tensor *(*ScalarComparison)(Tensor *a, real s);
static const CompareFunction functions[] = {tensor_eq, tensor_ne, tensor_lt,
                                            tensor_le, tensor_gt, tensor_ge};
static const ScalarComparison scalar_functions[] = {tensor_eq_scalar, tensor_ne_scalar,
                                                    tensor_lt_scalar, tensor_le_scalar,
                                                    tensor_gt_scalar, tensor_ge_scalar};

static const real special[] = {(real)-INFINITY, -2, 0, 1, (real)NAN, (real)INFINITY};

static void test_all_pairs_as_torch(void **state)
{
    (void)state;
    Tensor *a = combinations(6, special, 2, 0), *b = combinations(6, special, 2, 1);
    assert_like_torch(tensor_eq(a, b), edge_eq_y);
    assert_like_torch(tensor_ne(a, b), edge_ne_y);
    assert_like_torch(tensor_lt(a, b), edge_lt_y);
    assert_like_torch(tensor_le(a, b), edge_le_y);
    assert_like_torch(tensor_gt(a, b), edge_gt_y);
    assert_like_torch(tensor_ge(a, b), edge_ge_y);
}

static void test_scalars_and_broadcasting(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(6), 6, special), *b = tensor_reshape(a, SHAPE(6, 1));
    for (int f = 0; f < 6; f++)
        for (int i = 0; i < 6; i++) {
            Tensor *with_scalar = scalar_functions[f](a, special[i]);
            assert_tensor_identical(with_scalar, functions[f](a, tensor_scalar(special[i])));
            Tensor *column = tensor_select(functions[f](b, a), 1, i); /* (6, 1) with (6,) */
            assert_tensor_identical(tensor_contiguous(column), with_scalar);
        }
    assert_shape(tensor_lt(tensor_zeros(SHAPE(2, 1, 3)), tensor_zeros(SHAPE(4, 1))),
                 SHAPE(2, 4, 3));
    assert_shape(tensor_eq(tensor_zeros(SHAPE(0, 3)), tensor_zeros(SHAPE(3))), SHAPE(0, 3));
}

/* relu and a masked loss, written with masks that are made inside. */
static Tensor *masked(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *positive = tensor_gt_scalar(in[0], 0), *below = tensor_lt(in[0], in[1]);
    Tensor *relu = tensor_where(positive, in[0], tensor_mul_scalar(in[1], (real)0.1));
    return tensor_masked_fill(tensor_mul(relu, tensor_eq_scalar(below, 0)), below, 3);
}

static void test_masks_choose(void **state)
{
    (void)state;
    const double kinks[] = {0};
    Tensor *x = leaf_away_from(SHAPE(3, 4), 1, kinks);
    assert_gradcheck_layouts(masked, NULL, x, random_leaf(SHAPE(3, 4)));
    assert_gradcheck(masked, NULL, x, tensor_detach(random_leaf(SHAPE(4))));
}

static void test_no_gradient_passes(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3)), *y = tensor_exp(x);
    for (int f = 0; f < 6; f++) {
        Tensor *mask = functions[f](y, x);
        assert_false(mask->requires_grad);
        assert_fails_with("does not require a gradient",
                          tensor_backward(tensor_sum(mask, ALL_AXES, false)));
        tensor_backward(tensor_sum(tensor_mul(mask, x), ALL_AXES, false));
        assert_tensor_identical(x->grad, mask);
        tensor_zero_grad(x);
    }
    /* the past of a mask shows in drawings */
    const Closure *c = tensor_closure(tensor_gt(y, x));
    assert_non_null(c);
    assert_string_equal(c->op->name, "gt");
    assert_string_equal(tensor_closure(c->in[0])->op->name, "detach");
    grad_mode(false);
    assert_false(tensor_gt(y, x)->requires_grad);
    grad_mode(true);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(2));
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    for (int f = 0; f < 6; f++) {
        char text[80];
        snprintf(text, sizeof text, "tensor_%s: cannot broadcast (2, 3) with (2,)", names[f]);
        assert_fails_with(text, functions[f](a, b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_all_pairs_as_torch), UNIT_TEST(test_scalars_and_broadcasting),
        UNIT_TEST(test_masks_choose),       UNIT_TEST(test_no_gradient_passes),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_compare", tests);
}
