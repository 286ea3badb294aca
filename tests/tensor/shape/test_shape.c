/* test_shape.c - counting, comparing, axes, shapes as text, strides and contiguity. */
#include "../brute.h"

static void test_numel(void **state)
{
    (void)state;
    assert_int_equal(shape_numel(SCALAR), 1);
    assert_int_equal(shape_numel(SHAPE(2, 3, 4)), 24);
    assert_int_equal(shape_numel(SHAPE(2, 0, 4)), 0);
    assert_int_equal(shape_numel(SHAPE(2, -1)), -1);
    assert_int_equal(shape_numel(SHAPE(-2, -2)), -1);
    assert_int_equal(shape_numel(SHAPE(HUGE_SIZE / 8)),
                     HUGE_SIZE / 8); /* in doubles a quarter of all bytes */
    assert_int_equal(shape_numel(SHAPE(HUGE_SIZE / 4)), -1);
    assert_int_equal(shape_numel(SHAPE(HUGE_SIZE, 8)), -1);
    assert_int_equal(shape_numel(SHAPE(HUGE_SIZE, 0, 8)), -1); /* its strides would overflow */
    assert_int_equal(tensor_numel(tensor_zeros(SHAPE(5, 1))), 5);
}

static void test_equal(void **state)
{
    (void)state;
    assert_true(shape_equal(SCALAR, SCALAR));
    assert_true(shape_equal(SHAPE(2, 3), SHAPE(2, 3)));
    assert_false(shape_equal(SHAPE(2, 3), SHAPE(3, 2)));
    assert_false(shape_equal(SHAPE(2), SHAPE(2, 1)));
    assert_true(tensor_same_shape(tensor_zeros(SHAPE(2, 3)),
                                  tensor_transpose(tensor_zeros(SHAPE(3, 2)), 0, 1)));
}

static void test_text(void **state)
{
    (void)state;
    assert_string_equal(shape_text(SCALAR), "()");
    assert_string_equal(shape_text(SHAPE(5)), "(5,)");
    assert_string_equal(shape_text(SHAPE(2, 3)), "(2, 3)");
    assert_string_equal(tensor_shape_text(tensor_zeros(SHAPE(0, 1, 2))), "(0, 1, 2)");
    assert_string_equal(shape_text(SHAPE(1, 1, 1, 1, 1, 1, 1, -HUGE_SIZE)),
                        "(1, 1, 1, 1, 1, 1, 1, -" AS_TEXT(HUGE_SIZE) ")");
}

static void test_eight_texts_live_at_once(void **state)
{
    (void)state;
    const char *text[8];
    for (int i = 0; i < 8; i++)
        text[i] = shape_text(SHAPE(i, i));
    for (int i = 0; i < 8; i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "(%d, %d)", i, i);
        assert_string_equal(text[i], expected);
    }
}

/* A mistake is told with the shape that was given, even if there can be no such shape. */
static void test_text_of_too_many_axes_is_cut(void **state)
{
    (void)state;
    long shape[40];
    for (int d = 0; d < 40; d++)
        shape[d] = HUGE_SIZE;
    const char *text = shape_text(40, shape);
    assert_true(strlen(text) < 200);
    assert_memory_equal(text, "(" AS_TEXT(HUGE_SIZE) ", ", sizeof AS_TEXT(HUGE_SIZE) + 2);
    assert_string_equal(shape_text(SHAPE(1, 2)), "(1, 2)");
}

static void test_axes(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(2, 3, 4));
    for (int axis = 0; axis < 3; axis++) {
        assert_int_equal(tensor_axis("op", axis, t), axis);
        assert_int_equal(tensor_axis("op", axis - 3, t), axis);
    }
    assert_fails_with("op: axis 3 is outside a tensor of shape (2, 3, 4), which has 3 axes",
                      tensor_axis("op", 3, t));
    assert_fails_with("op: axis -4 is outside", tensor_axis("op", -4, t));
    assert_fails_with("axis 0 is outside a tensor of shape ()",
                      tensor_axis("op", 0, tensor_scalar(1)));
}

static void test_row_major_strides(void **state)
{
    (void)state;
    long stride[4];
    strides_row_major(SHAPE(2, 3, 4), stride);
    assert_int_equal(stride[0], 12);
    assert_int_equal(stride[1], 4);
    assert_int_equal(stride[2], 1);
    assert_int_equal(strides_offset(3, stride, (long[]){1, 2, 3}), 23);
    assert_int_equal(strides_offset(SCALAR, NULL), 0);
}

/* By the definition: walking row-major, the place goes up by one each time. */
static bool is_contiguous(const Tensor *t)
{
    long index[TENSOR_MAX_AXES] = {0}, expected = 0;
    if (tensor_numel(t) == 0)
        return true;
    do
        if (strides_offset(t->ndim, t->stride, index) != expected++)
            return false;
    while (next_index(t->ndim, t->shape, index));
    return true;
}

static void test_contiguous_by_definition(void **state)
{
    int yes = 0;
    for (int trial = 0; trial < 2000; trial++) {
        long shape[TENSOR_MAX_AXES];
        int ndim = random_shape(3, shape);
        Tensor *t = any_tensor(ndim, shape);
        yes += is_contiguous(t);
        assert_int_equal(tensor_is_contiguous(t), is_contiguous(t));
        scope_reset(*state);
    }
    assert_in_range(yes, 100, 1900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_numel),
        UNIT_TEST(test_equal),
        UNIT_TEST(test_text),
        UNIT_TEST(test_eight_texts_live_at_once),
        UNIT_TEST(test_text_of_too_many_axes_is_cut),
        UNIT_TEST(test_axes),
        UNIT_TEST(test_row_major_strides),
        UNIT_TEST(test_contiguous_by_definition),
    };
    return run_tests("tensor/shape/shape", tests);
}
