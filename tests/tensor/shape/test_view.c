/* test_view.c - transpose, permute, reshape, slice, expand and single axes, by brute force. */
#include "../brute.h"

static void test_transpose_and_permute(void **state)
{
    for (int trial = 0; trial < 500; trial++) {
        long shape[TENSOR_MAX_AXES], order[TENSOR_MAX_AXES], index[TENSOR_MAX_AXES] = {0};
        int ndim = random_shape(TENSOR_MAX_AXES, shape), axes[TENSOR_MAX_AXES];
        Tensor *a = any_tensor(ndim, shape), out = {0};
        for (int d = 0; d < ndim; d++)
            order[d] = d;
        rng_shuffle(&test_rng, ndim, order);
        for (int d = 0; d < ndim; d++)
            axes[d] = (int)order[d] - (rng_below(&test_rng, 2) ? ndim : 0);
        permute_view(&out, a, ndim, axes);
        if (tensor_numel(a) > 0)
            do {
                long from[TENSOR_MAX_AXES];
                for (int d = 0; d < ndim; d++)
                    from[order[d]] = index[d];
                assert_true(number_at(&out, index) == number_at(a, from));
            } while (next_index(ndim, out.shape, index));
        scope_reset(*state);
    }
    Tensor *t = numbered(SHAPE(2, 3, 4)), swapped = {0}, permuted = {0};
    transpose_view(&swapped, t, 0, -1);
    permute_view(&permuted, t, AXES(2, 1, 0));
    assert_shape(&swapped, SHAPE(4, 3, 2));
    assert_tensor_identical(&swapped, &permuted);
    assert_ptr_equal(swapped.data, t->data);
}

/* If strides can say it, the stride of an axis is what one step along it does; then every element
 * has to be in its place. */
static bool has_strides(const Tensor *a, int ndim, const long *shape)
{
    long stride[TENSOR_MAX_AXES], rank[TENSOR_MAX_AXES];
    long old[TENSOR_MAX_AXES], index[TENSOR_MAX_AXES] = {0}, flat = 0;
    strides_row_major(ndim, shape, rank);
    for (int d = 0; d < ndim; d++) {
        long rest = rank[d];
        for (int e = a->ndim - 1; e >= 0; e--) {
            old[e] = rest % a->shape[e];
            rest /= a->shape[e];
        }
        stride[d] = shape[d] == 1 ? 0 : strides_offset(a->ndim, a->stride, old);
    }
    do {
        long rest = flat++;
        for (int e = a->ndim - 1; e >= 0; e--) {
            old[e] = rest % a->shape[e];
            rest /= a->shape[e];
        }
        if (strides_offset(a->ndim, a->stride, old) != strides_offset(ndim, stride, index))
            return false;
    } while (next_index(ndim, shape, index));
    return true;
}

/* Another shape with as many elements: split the number of elements in random factors. */
static int other_shape(long numel, long *shape)
{
    int ndim = 0;
    while (ndim < 6 && (numel > 1 || rng_below(&test_rng, 3) == 0)) {
        long factor = 1 + rng_below(&test_rng, numel);
        while (numel % factor != 0)
            factor--;
        shape[ndim++] = factor;
        numel /= factor;
    }
    if (numel > 1)
        shape[ndim++] = numel;
    return ndim;
}

static void test_reshape_is_a_view_exactly_when_it_can_be(void **state)
{
    int views = 0, copies = 0;
    for (int trial = 0; trial < 6000; trial++) {
        long shape[TENSOR_MAX_AXES], wished[TENSOR_MAX_AXES];
        int ndim = random_shape(4, shape);
        Tensor *a = any_tensor(ndim, shape), out = {0};
        if (tensor_numel(a) == 0)
            continue;
        int n = other_shape(tensor_numel(a), wished);
        bool possible = reshape_view(&out, a, n, wished);
        assert_int_equal(possible, has_strides(a, n, wished));
        if (possible) {
            Tensor *flat = plain_copy(a), *flat_out = plain_copy(&out);
            assert_memory_equal(flat->data, flat_out->data, (size_t)tensor_numel(a) * sizeof(real));
            assert_true(shape_equal(out.ndim, out.shape, n, wished));
        }
        views += possible;
        copies += !possible;
        scope_reset(*state);
    }
    assert_true(views > 500 && copies > 500);
}

static void test_reshape_works_out_a_size(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(2, 6));
    assert_values(tensor_reshape(t, SHAPE(3, -1)), SHAPE(3, 4),
                  VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 0);
    assert_shape(tensor_reshape(t, SHAPE(-1)), SHAPE(12));
    assert_shape(tensor_reshape(tensor_scalar(1), SHAPE(-1)), SHAPE(1));
    assert_shape(tensor_reshape(tensor_zeros(SHAPE(1, 1)), SCALAR), SCALAR);
    assert_shape(tensor_reshape(tensor_zeros(SHAPE(0, 3)), SHAPE(-1, 3)), SHAPE(0, 3));
    assert_shape(tensor_reshape(tensor_zeros(SHAPE(0, 3)), SHAPE(5, 0, 7)), SHAPE(5, 0, 7));
    assert_shape(tensor_reshape(tensor_transpose(tensor_zeros(SHAPE(0, 3)), 0, 1), SHAPE(0)),
                 SHAPE(0));
}

static void test_reshape_mistakes(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(2, 3)), *none = tensor_zeros(SHAPE(0));
    long nine[9] = {6, 1, 1, 1, 1, 1, 1, 1, 1};
    assert_fails_with("tensor_reshape: cannot reshape (2, 3) to (4,): 6 elements do not fill it",
                      tensor_reshape(t, SHAPE(4)));
    assert_fails_with("to (4, -1)", tensor_reshape(t, SHAPE(4, -1)));
    assert_fails_with("more than one -1 in (-1, -1)", tensor_reshape(t, SHAPE(-1, -1)));
    assert_fails_with("axis 1 of (3, -2) is negative", tensor_reshape(t, SHAPE(3, -2)));
    assert_fails_with("9 axes", tensor_reshape(t, 9, nine));
    assert_fails_with("cannot reshape (0,) to (0, -1)", tensor_reshape(none, SHAPE(0, -1)));
    assert_fails_with("cannot reshape (0,) to (5, 5)", tensor_reshape(none, SHAPE(5, 5)));
    assert_fails_with("cannot", tensor_reshape(t, SHAPE(LARGE_SIZE, LARGE_SIZE / 4)));
    assert_fails_with("cannot", tensor_reshape(t, SHAPE(LARGE_SIZE, LARGE_SIZE)));
    assert_fails_with("tensor_reshape: shape (0, " AS_TEXT(HUGE_SIZE) ", 8) has more elements",
                      tensor_reshape(none, SHAPE(-1, HUGE_SIZE, 8)));
    assert_fails_with("tensor_reshape: shape (0, " AS_TEXT(HUGE_SIZE) ", 8) has more elements",
                      tensor_reshape(none, SHAPE(0, HUGE_SIZE, 8)));
    assert_fails_with("cannot", tensor_reshape(t, SCALAR));
}

/* Python's slice.indices, from its documentation. */
static long python_indices(long size, long start, long stop, bool to_end, long step, long *indices)
{
    long low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1, count = 0;
    long bounds[2] = {start, stop};
    for (int i = 0; i < 2; i++) {
        if (bounds[i] < 0)
            bounds[i] = bounds[i] + size < low ? low : bounds[i] + size;
        else if (bounds[i] > high)
            bounds[i] = high;
    }
    if (to_end)
        bounds[1] = step > 0 ? size : -1;
    for (long i = bounds[0]; step > 0 ? i < bounds[1] : i > bounds[1]; i += step)
        indices[count++] = i;
    return count;
}

static void check_slice(long size, long start, long stop, bool to_end, long step)
{
    long expected[16] = {0};
    Tensor *a = tensor_transpose(numbered(SHAPE(size, 2)), 0, 1), out = {0};
    long count = python_indices(size, start, stop, to_end, step, expected);
    slice_view(&out, a, 1, start, to_end ? SLICE_END : stop, step);
    assert_shape(&out, SHAPE(2, count));
    for (long i = 0; i < count; i++)
        assert_true(tensor_get(&out, AT(1, i)) == (real)(2 * expected[i] + 1));
}

static void test_slices_are_pythons(void **state)
{
    for (long size = 0; size <= 4; size++)
        for (long start = -6; start <= 6; start++)
            for (long step = -6; step <= 6; step++)
                for (long stop = -6; stop <= 7 && step != 0; stop++) {
                    check_slice(size, start, stop, stop == 7, step);
                    scope_reset(*state);
                }
}

static void test_slice_far_outside(void **state)
{
    (void)state;
    const long far = LONG_MAX;
    Tensor *t = numbered(SHAPE(3, 5));
    assert_values(tensor_slice(t, 0, 1, far, far), SHAPE(1, 5), VALUES(5, 6, 7, 8, 9), 0);
    assert_shape(tensor_slice(t, 0, far, far, 1), SHAPE(0, 5));
    assert_values(tensor_slice(t, 1, far, -far, -4), SHAPE(3, 2), VALUES(4, 0, 9, 5, 14, 10), 0);
    assert_values(tensor_slice(t, 0, -1, SLICE_END, -far - 1), SHAPE(1, 5),
                  VALUES(10, 11, 12, 13, 14), 0);
    assert_shape(tensor_slice(t, 0, -far - 1, -far - 1, -far - 1), SHAPE(0, 5));
    assert_fails_with("tensor_slice: step is 0", tensor_slice(t, 0, 0, 1, 0));
    assert_fails_with("tensor_slice: axis 2 is outside", tensor_slice(t, 2, 0, 1, 1));
}

static void test_select(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(2, 3));
    assert_values(tensor_select(t, 0, 1), SHAPE(3), VALUES(3, 4, 5), 0);
    assert_values(tensor_select(t, -1, -1), SHAPE(2), VALUES(2, 5), 0);
    assert_fails_with(
        "tensor_select: index 3 is outside axis 1 of shape (2, 3), which has 3 elements",
        tensor_select(t, 1, 3));
    assert_fails_with("tensor_select: index -4", tensor_select(t, 1, -4));
    assert_fails_with("tensor_select: axis 2", tensor_select(t, 2, 0));
}

static void test_expand(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 1), VALUES(1, 2));
    assert_values(tensor_expand(t, SHAPE(2, 3)), SHAPE(2, 3), VALUES(1, 1, 1, 2, 2, 2), 0);
    assert_values(tensor_expand(t, SHAPE(2, -1, 1)), SHAPE(2, 2, 1), VALUES(1, 2, 1, 2), 0);
    assert_shape(tensor_expand(t, SHAPE(0, 2, 0)), SHAPE(0, 2, 0));
    assert_shape(tensor_expand(tensor_scalar(1), SCALAR), SCALAR);
    assert_ptr_equal(tensor_expand(t, SHAPE(2, 3))->data, t->data);
    assert_fails_with(
        "tensor_expand: cannot expand (2, 1) to (3, 1): axis 0 cannot become 3. hint:",
        tensor_expand(t, SHAPE(3, 1)));
    assert_fails_with("cannot expand (2, 1) to (2,): it must keep every axis",
                      tensor_expand(t, SHAPE(2)));
    assert_fails_with("axis 0 cannot become -1", tensor_expand(t, SHAPE(-1, 2, 1)));
    Tensor *one = tensor_ones(SHAPE(1, 1));
    assert_fails_with(
        "tensor_expand: shape (" AS_TEXT(HUGE_SIZE) ", 8) has more elements than memory",
        tensor_expand(one, SHAPE(HUGE_SIZE, 8)));
    assert_fails_with("tensor_expand: shape (0, " AS_TEXT(HUGE_SIZE) ", 8) has more elements",
                      tensor_expand(one, SHAPE(0, HUGE_SIZE, 8)));
    /* Each of them fits; what they broadcast to does not. */
    Tensor *row = tensor_expand(one, SHAPE(1, LARGE_SIZE)),
           *column = tensor_expand(one, SHAPE(LARGE_SIZE, 1));
    assert_int_equal(tensor_numel(row), LARGE_SIZE);
    assert_fails_with("shape (" AS_TEXT(LARGE_SIZE) ", " AS_TEXT(LARGE_SIZE) ") has more elements",
                      tensor_add(row, column));
    assert_fails_with("shape (" AS_TEXT(LARGE_SIZE) ", " AS_TEXT(LARGE_SIZE) ") has more elements",
                      tensor_matmul(column, row));
}

static void test_single_axes(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(2, 1, 3)), *turned = tensor_transpose(t, 0, 2);
    assert_values(tensor_squeeze(turned, 1), SHAPE(3, 2), VALUES(0, 3, 1, 4, 2, 5), 0);
    for (int axis = -4; axis < 4; axis++) {
        Tensor *wider = tensor_unsqueeze(turned, axis);
        assert_int_equal(wider->shape[axis < 0 ? axis + 4 : axis], 1);
        assert_tensor_identical(tensor_squeeze(wider, axis), turned);
    }
    assert_shape(tensor_unsqueeze(tensor_scalar(1), -1), SHAPE(1));
    assert_fails_with("tensor_squeeze: axis 0 of (2, 1, 3) has size 2", tensor_squeeze(t, 0));
    assert_fails_with("tensor_squeeze: axis 3 is outside", tensor_squeeze(t, 3));
    assert_fails_with("tensor_unsqueeze: axis 4 is outside -4 to 3 for a tensor of shape (2, 1, 3)",
                      tensor_unsqueeze(t, 4));
    assert_fails_with("already has 8 axes",
                      tensor_unsqueeze(tensor_zeros(SHAPE(1, 1, 1, 1, 1, 1, 1, 1)), 0));
}

static void test_axis_mistakes(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(2, 3));
    assert_fails_with("tensor_transpose: axis 2 is outside a tensor of shape (2, 3)",
                      tensor_transpose(t, 0, 2));
    assert_fails_with("tensor_permute: 3 axes given for a tensor of shape (2, 3)",
                      tensor_permute(t, AXES(0, 1, 2)));
    assert_fails_with("tensor_permute: axis -2 is named twice", tensor_permute(t, AXES(0, -2)));
    assert_fails_with("tensor_permute: axis 5", tensor_permute(t, AXES(0, 5)));
}

static void test_contiguous_copies_only_if_needed(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(2, 3)), *turned = tensor_transpose(t, 0, 1);
    assert_ptr_equal(tensor_contiguous(t), t);
    Tensor *copy = tensor_contiguous(turned);
    assert_true(tensor_is_contiguous(copy));
    assert_tensor_identical(copy, turned);
    assert_ptr_equal(tensor_reshape(t, SHAPE(6))->data, t->data);
    assert_ptr_not_equal(tensor_reshape(turned, SHAPE(6))->data, t->data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_transpose_and_permute),
        UNIT_TEST(test_reshape_is_a_view_exactly_when_it_can_be),
        UNIT_TEST(test_reshape_works_out_a_size),
        UNIT_TEST(test_reshape_mistakes),
        UNIT_TEST(test_slices_are_pythons),
        UNIT_TEST(test_slice_far_outside),
        UNIT_TEST(test_select),
        UNIT_TEST(test_expand),
        UNIT_TEST(test_single_axes),
        UNIT_TEST(test_axis_mistakes),
        UNIT_TEST(test_contiguous_copies_only_if_needed),
    };
    return run_tests("tensor/shape/view", tests);
}
