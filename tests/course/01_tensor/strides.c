/* strides.c - 01.1 to 01.3: from an index to a place in memory, and when rows have no gaps. */
#include "want.h"

/* ---- 01.1 strides_row_major ---------------------------------------------------------------------- */

TEST(row_major_strides_by_hand, .points = 2, .exercise = "01.1 strides_row_major",
     .file = "strides.c")
{
    const long shape[] = {2, 3, 4};
    long stride[ROOM];
    unset(stride);
    given("shape", "(2, 3, 4)");

    Tensor *want = EXPECT(row_major_want(3, shape));
    CALL(strides_row_major(3, shape, stride));
    Tensor *strides = numbers(3, stride);
    check_tensor_within(strides, want, 0,
                        "stride[d] is the product of the sizes behind axis d: 3 * 4, 4, 1");
}

TEST(row_major_strides_of_any_shape, .points = 3, .exercise = "01.1 strides_row_major",
     .file = "strides.c")
{
    int ndim = (int)draw_long("ndim", 1, 5);
    long shape[] = {2, 5, 3, 4, 6}, stride[ROOM], none[ROOM];
    for (int d = 0; d < 5; d++) { /* in any order */
        long other = (long)(draw_seed() % 5), size = shape[d];
        shape[d] = shape[other];
        shape[other] = size;
    }
    given("shape", "%s", shape_text(ndim, shape));
    unset(stride);
    unset(none);

    Tensor *want = EXPECT(row_major_want(ndim, shape));
    CALL(strides_row_major(ndim, shape, stride));
    Tensor *strides = numbers(ndim, stride);
    long behind = stride[ndim];
    check_tensor_within(strides, want, 0, "stride[d] is the product of the sizes behind axis d");
    check_long(behind, UNSET, "behind the last stride nothing is written: -77 stood there before");
    long untouched = EXPECT(UNSET);
    CALL(strides_row_major(0, shape, none));
    long first = none[0];
    check_long(first, untouched, "a scalar has no axes, and no strides: -77 stood there before");
}

/* ---- 01.2 strides_offset -------------------------------------------------------------------------- */

TEST(offset_by_hand, .points = 2, .exercise = "01.2 strides_offset", .file = "strides.c")
{
    const long stride[] = {12, 4, 1}, index[] = {1, 2, 3};
    given("stride", "(12, 4, 1)");
    given("index", "(1, 2, 3)");

    long want = EXPECT(offset_want(3, stride, index));
    long offset = CALL(strides_offset(3, stride, index));
    check_long(offset, want, "1*12 + 2*4 + 3*1 = 23");
}

TEST(offset_with_strides_of_any_kind, .points = 2, .exercise = "01.2 strides_offset",
     .file = "strides.c")
{
    int ndim = (int)draw_long("ndim", 2, 5);
    long stride[5], index[5];
    for (int d = 0; d < 5; d++) {
        stride[d] = (long)(draw_seed() % 41) - 20;
        index[d] = 2 + (long)(draw_seed() % 6);
    }
    given("stride", "%s", shape_text(ndim, stride));
    given("index", "%s", shape_text(ndim, index));

    long want = EXPECT(offset_want(ndim, stride, index));
    long offset = CALL(strides_offset(ndim, stride, index));
    check_long(offset, want, "the sum of index[d] * stride[d]");
    long of_one = EXPECT(offset_want(1, stride, index));
    long offset_of_one = CALL(strides_offset(1, stride, index));
    check_long(offset_of_one, of_one, "one axis: index[0] * stride[0]");
    long of_none = EXPECT(offset_want(0, NULL, NULL));
    long offset_of_none = CALL(strides_offset(0, NULL, NULL));
    check_long(offset_of_none, of_none, "a scalar: its only element is at data[0]");
}

/* ---- 01.3 tensor_is_contiguous ---------------------------------------------------------------------- */

TEST(contiguous_by_hand, .points = 2, .exercise = "01.3 tensor_is_contiguous", .file = "strides.c")
{
    Tensor *rows = header("rows", SHAPE(2, 3), STRIDE(3, 1));
    Tensor *transposed = header("transposed", SHAPE(3, 2), STRIDE(1, 3));

    long yes = EXPECT(contiguous_want(rows));
    long rows_are = CALL(tensor_is_contiguous(rows));
    check_long(rows_are, yes, "row by row, without gaps: contiguous");
    long no = EXPECT(contiguous_want(transposed));
    long transposed_is = CALL(tensor_is_contiguous(transposed));
    check_long(transposed_is, no, "its rows are columns in memory: not contiguous");
}

TEST(axes_of_size_1_and_gaps, .points = 2, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c")
{
    Tensor *ones = header("ones", SHAPE(1, 2, 1, 3, 1), STRIDE(99, 3, -5, 1, 7));
    Tensor *gap = header("gap", SHAPE(2, 3), STRIDE(4, 1));
    Tensor *every_second = header("every_second", SHAPE(3), STRIDE(2));
    Tensor *repeated = header("repeated", SHAPE(2, 3), STRIDE(0, 1));

    long one = EXPECT(contiguous_want(ones));
    long ones_are = CALL(tensor_is_contiguous(ones));
    check_long(ones_are, one, "only axes with 2 or more elements count");
    long with_gap = EXPECT(contiguous_want(gap));
    long gap_is = CALL(tensor_is_contiguous(gap));
    check_long(gap_is, with_gap, "rows of 3 must be 3 apart");
    long of_second = EXPECT(contiguous_want(every_second));
    long every_second_is = CALL(tensor_is_contiguous(every_second));
    check_long(every_second_is, of_second, "every second element: a gap");
    long twice = EXPECT(contiguous_want(repeated));
    long repeated_is = CALL(tensor_is_contiguous(repeated));
    check_long(repeated_is, twice, "a repeated row is no second row");
}

TEST(nothing_and_one_number_are_contiguous, .points = 1, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c")
{
    Tensor *scalar = row_by_row("scalar", SCALAR);
    Tensor *empty = header("empty", SHAPE(0, 3), STRIDE(7, 7));
    Tensor *inside = header("inside", SHAPE(3, 0), STRIDE(7, 7));
    Tensor *gap = header("gap", SHAPE(2, 3), STRIDE(4, 1));

    long of_one = EXPECT(contiguous_want(scalar));
    long scalar_is = CALL(tensor_is_contiguous(scalar));
    check_long(scalar_is, of_one, "one number has no gaps");
    long of_none = EXPECT(contiguous_want(empty));
    long empty_is = CALL(tensor_is_contiguous(empty));
    check_long(empty_is, of_none, "a tensor without elements is contiguous");
    long of_empty_rows = EXPECT(contiguous_want(inside));
    long inside_is = CALL(tensor_is_contiguous(inside));
    check_long(inside_is, of_empty_rows, "a tensor without elements is contiguous");
    long with_gap = EXPECT(contiguous_want(gap));
    long gap_is = CALL(tensor_is_contiguous(gap));
    check_long(gap_is, with_gap, "this one has elements, and a gap");
}

/* Sizes 1 to 4; the strides of one half are right where they count, those of the other are not. */
static Tensor *drawn_header(void)
{
    int ndim = 2 + (int)(draw_seed() % 3);
    long shape[4], stride[4], step = 1;
    for (int d = 0; d < ndim; d++)
        shape[d] = 1 + (long)(draw_seed() % 4);
    uint64_t wrong = draw_seed() % (2 * (uint64_t)ndim); /* the axis that does not fit, if any */
    for (int d = ndim - 1; d >= 0; step *= shape[d], d--)
        stride[d] =
            (uint64_t)d == wrong || shape[d] == 1 ? step + 1 + (long)(draw_seed() % 3) : step;
    return header("t", ndim, shape, stride);
}

TEST(contiguous_or_not_at_random, .points = 2, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c")
{
    for (int i = 0; i < 40; i++) {
        Tensor *t = drawn_header();

        long want = EXPECT(contiguous_want(t));
        long is_contiguous = CALL(tensor_is_contiguous(t));
        check_long(is_contiguous, want, "1 where every stride that counts is that of 01.1");
    }
}
