/* test_op_view.c - numbers by hand, and gradients, through changes of shape, slices, joins and splits. */
#include "../layouts.h"

/* ---- numbers: 1 2 3 over 4 5 6, whose columns are 1 4, 2 5 and 3 6 ---------------------------------- */

static void test_numbers_of_shapes(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)),
           *columns = tensor_transpose(x, 0, 1);
    assert_values(columns, SHAPE(3, 2), VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_values(tensor_contiguous(columns), SHAPE(3, 2), VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_true(tensor_is_contiguous(tensor_contiguous(columns)));
    assert_values(tensor_reshape(x, SHAPE(3, -1)), SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6), 0);
    assert_values(tensor_reshape(columns, SHAPE(2, 3)), SHAPE(2, 3), VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_values(tensor_permute(tensor_reshape(x, SHAPE(1, 2, 3)), AXES(2, 0, -2)), SHAPE(3, 1, 2),
                  VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_values(tensor_unsqueeze(columns, 1), SHAPE(3, 1, 2), VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_values(tensor_squeeze(tensor_unsqueeze(columns, 1), 1), SHAPE(3, 2),
                  VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_values(tensor_expand(tensor_from(SHAPE(2, 1), VALUES(7, 8)), SHAPE(2, 2, 3)),
                  SHAPE(2, 2, 3), VALUES(7, 7, 7, 8, 8, 8, 7, 7, 7, 8, 8, 8), 0);
}

static void test_numbers_of_slices(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    assert_values(tensor_slice(x, 1, 0, 3, 2), SHAPE(2, 2), VALUES(1, 3, 4, 6), 0);
    assert_values(tensor_slice(x, -1, 2, SLICE_END, -1), SHAPE(2, 3), VALUES(3, 2, 1, 6, 5, 4), 0);
    assert_values(tensor_slice(x, 0, -1, SLICE_END, 1), SHAPE(1, 3), VALUES(4, 5, 6), 0);
    assert_values(tensor_select(x, 1, -1), SHAPE(2), VALUES(3, 6), 0);
    assert_values(tensor_select(x, 0, 1), SHAPE(3), VALUES(4, 5, 6), 0);
}

static void test_numbers_of_joins(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 1), VALUES(1, 2)), *parts[2];
    Tensor *b =
        tensor_transpose(tensor_from(SHAPE(2, 2), VALUES(3, 5, 4, 6)), 0, 1); /* 3 4 over 5 6 */
    Tensor *joined = tensor_concat(2, (Tensor *[]){a, b}, 1);
    assert_values(joined, SHAPE(2, 3), VALUES(1, 3, 4, 2, 5, 6), 0);
    assert_values(tensor_concat(2, (Tensor *[]){b, b}, -2), SHAPE(4, 2),
                  VALUES(3, 4, 5, 6, 3, 4, 5, 6), 0);
    Tensor *tens = tensor_mul_scalar(a, 10);
    assert_values(tensor_stack(2, (Tensor *[]){a, tens}, 1), SHAPE(2, 2, 1), VALUES(1, 10, 2, 20),
                  0);
    assert_values(tensor_stack(2, (Tensor *[]){b, tensor_mul_scalar(b, 10)}, -1), SHAPE(2, 2, 2),
                  VALUES(3, 30, 4, 40, 5, 50, 6, 60), 0);
    tensor_split(joined, 2, (long[]){1, 2}, 1, parts);
    assert_values(parts[0], SHAPE(2, 1), VALUES(1, 2), 0);
    assert_values(parts[1], SHAPE(2, 2), VALUES(3, 4, 5, 6), 0);
    assert_fails_with("tensor_split: size 1 is -1",
                      tensor_split(joined, 2, (long[]){3, -1}, 1, parts));
    assert_fails_with("sizes up to number 1 are more than the 3 of axis 1 of (2, 3)",
                      tensor_split(joined, 2, (long[]){1, 3}, 1, parts));
    assert_fails_with("the sizes add up to 2, but axis 1 of (2, 3) has 3",
                      tensor_split(joined, 2, (long[]){1, 1}, 1, parts));
}

/* ---- gradients -------------------------------------------------------------------------------------- */

/* Views alone have derivative 1; squaring makes the gradient depend on the place. */
static Tensor *square(Tensor *t)
{
    return tensor_mul(t, t);
}

static Tensor *transpose(Tensor *const in[], void *context)
{
    (void)context;
    return square(tensor_transpose(in[0], -1, 0));
}

static Tensor *permute(Tensor *const in[], void *context)
{
    (void)context;
    return square(tensor_permute(in[0], AXES(1, -1, 0)));
}

static Tensor *reshape(Tensor *const in[], void *context)
{
    (void)context;
    return square(tensor_reshape(in[0], SHAPE(4, -1)));
}

static Tensor *reshape_by_copy(Tensor *const in[], void *context)
{
    (void)context;
    return square(tensor_reshape(tensor_transpose(in[0], 0, 1), SHAPE(-1)));
}

static Tensor *contiguous(Tensor *const in[], void *context)
{
    (void)context;
    return square(tensor_contiguous(tensor_transpose(in[0], 0, 2)));
}

static Tensor *expand(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *wide = tensor_expand(tensor_unsqueeze(in[0], 1), SHAPE(3, 2, 5, -1, -1));
    return tensor_mul(square(wide), random_tensor(SHAPE(3, 1, 5, 1, 1)));
}

static Tensor *expand_steadily(Tensor *const in[], void *context)
{
    test_rng = rng_seed(1); /* the same weights in every call */
    return expand(in, context);
}

static Tensor *squeeze(Tensor *const in[], void *context)
{
    (void)context;
    return square(tensor_squeeze(tensor_unsqueeze(tensor_unsqueeze(in[0], 1), -1), 1));
}

static Tensor *slice(Tensor *const in[], void *context)
{
    const long *s = context;
    return square(tensor_slice(in[0], (int)s[0], s[1], s[2], s[3]));
}

static Tensor *select_two(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(tensor_select(in[0], 1, -1), tensor_select(in[0], 1, 0));
}

static void test_gradients_of_shapes(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4)), *none = random_leaf(SHAPE(2, 0, 4));
    static const Function functions[] = {transpose,  permute,         reshape, reshape_by_copy,
                                         contiguous, expand_steadily, squeeze, select_two};
    for (int i = 0; i < 8; i++) {
        assert_gradcheck_layouts(functions[i], NULL, x);
        if (functions[i] != select_two)
            assert_gradcheck(functions[i], NULL, none);
    }
}

static void test_gradients_of_slices(void **state)
{
    (void)state;
    static const long slices[][4] = {{1, 0, 3, 1},    {-1, 1, SLICE_END, 2}, {0, 1, SLICE_END, -1},
                                     {2, -1, -4, -2}, {1, 2, 1, 1},          {1, -2, SLICE_END, 1}};
    Tensor *x = random_leaf(SHAPE(2, 3, 4));
    for (int i = 0; i < 6; i++)
        assert_gradcheck_layouts(slice, (void *)slices[i], x);
}

/* Windows that overlap: what two of them see gets both gradients. */
static Tensor *windows(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(tensor_slice(in[0], 0, 0, 4, 1), square(tensor_slice(in[0], 0, 2, 6, 1)));
}

static void test_gradients_of_overlapping_slices(void **state)
{
    (void)state;
    assert_gradcheck_layouts(windows, NULL, random_leaf(SHAPE(6, 2)));
}

static Tensor *concat(Tensor *const in[], void *context)
{
    return square(tensor_concat(3, (Tensor *[]){in[0], in[1], in[0]}, *(int *)context));
}

static Tensor *stack(Tensor *const in[], void *context)
{
    return square(tensor_stack(3, (Tensor *[]){in[0], in[1], in[0]}, *(int *)context));
}

static Tensor *split(Tensor *const in[], void *context)
{
    Tensor *parts[3];
    (void)context;
    tensor_split(in[0], 3, (long[]){1, 2, 1}, 1, parts); /* the last one is not used */
    return tensor_mul(parts[0], square(parts[1]));
}

static void test_gradients_of_joins(void **state)
{
    (void)state;
    Tensor *a = random_leaf(SHAPE(2, 4)), *b = random_leaf(SHAPE(2, 4));
    for (int axis = -2; axis < 2; axis++) {
        assert_gradcheck_layouts(concat, &axis, a, b);
        assert_gradcheck_layouts(stack, &axis, a, b);
        assert_gradcheck(concat, &axis, tensor_detach(a), b);
    }
    int last = 1;
    assert_gradcheck(concat, &last, a, random_leaf(SHAPE(2, 0)));
    assert_gradcheck_layouts(split, NULL, a);
}

static void test_attention_shapes_end_to_end(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4));
    Tensor *heads = tensor_transpose(tensor_reshape(x, SHAPE(2, 3, 2, 2)), 1, 2);
    Tensor *merged = tensor_reshape(tensor_transpose(heads, 1, 2), SHAPE(2, 3, 4));
    assert_ptr_equal(merged->data, x->data);
    Tensor *seed = random_tensor(SHAPE(2, 3, 4));
    tensor_backward_from(merged, seed, false);
    assert_tensor_identical(x->grad, seed);
}

/* The gradient of a transposed x can be a view of x's own, which may hold the other use's share. */
static void test_a_transposed_tensor_is_used_upright_as_well(void **state)
{
    (void)state;
    for (int upright_first = 0; upright_first < 2; upright_first++) {
        Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)));
        Tensor *a = tensor_sum(tensor_abs(tensor_transpose(x, 0, 1)), ALL_AXES, false);
        Tensor *b = tensor_sum(x, ALL_AXES, false);
        tensor_backward(upright_first ? tensor_add(b, a) : tensor_add(a, b));
        assert_values(x->grad, SHAPE(2, 2), VALUES(2, 2, 2, 2), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_numbers_of_shapes),
        UNIT_TEST(test_numbers_of_slices),
        UNIT_TEST(test_numbers_of_joins),
        UNIT_TEST(test_gradients_of_shapes),
        UNIT_TEST(test_gradients_of_slices),
        UNIT_TEST(test_gradients_of_overlapping_slices),
        UNIT_TEST(test_gradients_of_joins),
        UNIT_TEST(test_attention_shapes_end_to_end),
        UNIT_TEST(test_a_transposed_tensor_is_used_upright_as_well),
    };
    return run_tests("autograd/ops/op_view", tests);
}
