/* strides.c - 01.1 to 01.3: from an index to a place in memory, and when rows have no gaps. */
#include "want.h"

/* ---- 01.1 strides_row_major ---------------------------------------------------------------------- */

TEST(row_major_strides_by_hand, .points = 1, .exercise = "01.1 strides_row_major",
     .file = "strides.c")
{
    const long shape[] = {2, 3, 4, UNSET};
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
    /* Behind the last size a number that no size is: who multiplies by it is not told chance. */
    long shape[] = {2, 5, 3, 4, 6, UNSET}, hollow[6], stride[ROOM], none[ROOM];
    for (int d = 0; d < 5; d++) { /* in any order */
        long other = (long)(draw_seed() % 5), size = shape[d];
        shape[d] = shape[other];
        shape[other] = size;
    }
    memcpy(hollow, shape, sizeof hollow);
    hollow[3] = 0;
    shape[ndim] = UNSET;
    given("shape", "%s", shape_text(ndim, shape));
    unset(stride);
    unset(none);

    Tensor *want = EXPECT(row_major_want(ndim, shape));
    CALL(strides_row_major(ndim, shape, stride));
    Tensor *strides = numbers(ndim, stride);
    long behind = stride[ndim];
    check_tensor_within(strides, want, 0, "stride[d] is the product of the sizes behind axis d");
    check_long(behind, UNSET, "behind the last stride nothing is written: -77 stood there before");
    const long huge[] = {3, 1, HALF_A_LONG, HALF_A_LONG + draw_long("more", 1, 9), UNSET};
    given("huge", "%s", shape_text(4, huge));
    Tensor *want_huge = EXPECT(row_major_want(4, huge));
    CALL(strides_row_major(4, huge, stride));
    Tensor *huge_strides = numbers(4, stride);
    check_tensor_within(huge_strides, want_huge, 0, "whatever the sizes are, 1 as well");
    given("hollow", "%s", shape_text(5, hollow));
    Tensor *want_hollow = EXPECT(row_major_want(5, hollow));
    CALL(strides_row_major(5, hollow, stride));
    Tensor *hollow_strides = numbers(5, stride);
    check_tensor_within(hollow_strides, want_hollow, 0,
                        "a step in front of an axis of size 0 passes no element");
    CALL(strides_row_major(0, shape, none));
    long first = none[0];
    check_long(first, UNSET, "a scalar has no axes, and no strides: -77 stood there before");
}

/* ---- 01.2 strides_offset -------------------------------------------------------------------------- */

TEST(offset_by_hand, .points = 1, .exercise = "01.2 strides_offset", .file = "strides.c")
{
    const long stride[] = {12, 4, 1}, index[] = {1, 2, 3};
    given("stride", "(12, 4, 1)");
    given("index", "(1, 2, 3)");

    long want = EXPECT(offset_want(3, stride, index));
    long offset = CALL(strides_offset(3, stride, index));
    check_long(offset, want, "1*12 + 2*4 + 3*1 = 23");
}

TEST(offset_with_strides_of_any_kind, .points = 3, .exercise = "01.2 strides_offset",
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
    const long far[] = {HALF_A_LONG, 0, draw_long("step", 2, 9)};
    const long there[] = {HALF_A_LONG, 5, draw_long("there", 2, 9)};
    given("far", "%s", shape_text(3, far));
    given("there", "%s", shape_text(3, there));
    long want_far = EXPECT(offset_want(3, far, there));
    long offset_of_far = CALL(strides_offset(3, far, there));
    check_long(offset_of_far, want_far, "far away, and a step of 0 between two others");
    long of_none = EXPECT(offset_want(0, NULL, NULL));
    long offset_of_none = CALL(strides_offset(0, NULL, NULL));
    check_long(offset_of_none, of_none, "a scalar: its only element is at data[0]");
}

/* ---- 01.3 tensor_is_contiguous ---------------------------------------------------------------------- */

TEST(contiguous_by_hand, .points = 1, .exercise = "01.3 tensor_is_contiguous", .file = "strides.c")
{
    Tensor *rows = header("rows", SHAPE(2, 3), STRIDE(3, 1));
    Tensor *transposed = header("transposed", SHAPE(3, 2), STRIDE(1, 3));
    Tensor *gap = header("gap", SHAPE(2, 3), STRIDE(4, 1));
    Tensor *line = header("line", SHAPE(1, 3), STRIDE(9, 1));

    long yes = EXPECT(contiguous_want(rows));
    long rows_are = CALL(tensor_is_contiguous(rows));
    check_long(rows_are, yes, "row by row, without gaps: contiguous");
    long no = EXPECT(contiguous_want(transposed));
    long transposed_is = CALL(tensor_is_contiguous(transposed));
    check_long(transposed_is, no, "its rows are columns in memory: not contiguous");
    long nor_this = EXPECT(contiguous_want(gap));
    long gap_is = CALL(tensor_is_contiguous(gap));
    check_long(gap_is, nor_this, "behind each row of 3 a number is left out: not contiguous");
    long so_is_this = EXPECT(contiguous_want(line));
    long line_is = CALL(tensor_is_contiguous(line));
    check_long(line_is, so_is_this, "three numbers, one behind the other: contiguous");
}

TEST(axes_of_size_1_and_gaps, .points = 2, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c")
{
    long m = draw_long("m", 2, 5), n = draw_long("n", 2, 5), odd = draw_long("odd", 7, 99);
    const struct {
        int ndim;
        long shape[5], stride[5];
        const char *rule;
    } all[] = {
        {5, {1, m, 1, n, 1}, {odd, n, -odd, 1, 7}, "only axes with 2 or more elements count"},
        {3, {m, n, 1}, {n, 1, odd}, "only axes with 2 or more elements count"},
        {3, {1, m, n}, {-odd, n, 1}, "only axes with 2 or more elements count"},
        {2, {m, n}, {n + odd, 1}, "rows of n must be n apart: a gap"},
        {1, {n}, {2}, "every second element: a gap"},
        {2, {m, n}, {0, 1}, "a repeated row is no second row"},
        {1, {n}, {-1}, "from the last element to the first: not one behind the other"},
        {2, {m, n}, {-n, 1}, "from the last row to the first: not one behind the other"},
    };
    Tensor *exchanged = header("exchanged", SHAPE(m, n, 4), STRIDE(4, 4 * m, 1));
    long no = EXPECT(contiguous_want(exchanged));
    long exchanged_is = CALL(tensor_is_contiguous(exchanged));
    check_long(exchanged_is, no, "the first two axes have changed places");
    const int *order = drawn_order(8);
    for (int i = 0; i < 8; i++) {
        Tensor *t = header("t", all[order[i]].ndim, all[order[i]].shape, all[order[i]].stride);

        long want = EXPECT(contiguous_want(t));
        long is_contiguous = CALL(tensor_is_contiguous(t));
        check_long(is_contiguous, want, all[order[i]].rule);
    }
}

TEST(nothing_and_one_number_are_contiguous, .points = 1, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c")
{
    long m = draw_long("m", 2, 5), n = draw_long("n", 2, 5), odd = draw_long("odd", 7, 99);
    Tensor *const all[] = {
        row_by_row("scalar", SCALAR),
        header("empty", SHAPE(0, n), STRIDE(odd, odd)),
        header("inside", SHAPE(m, 0, n), STRIDE(odd, 7, 7)),
        header("gap", SHAPE(m, n), STRIDE(n + 1, 1)),
        header("wide", SHAPE(n, m), STRIDE(odd, 1)),
    };
    const int *order = drawn_order(5);
    for (int i = 0; i < 5; i++) {
        Tensor *t = all[order[i]];
        given("t", "%s, stride %s", shape_text(t->ndim, t->shape), shape_text(t->ndim, t->stride));

        long want = EXPECT(contiguous_want(t));
        long is_contiguous = CALL(tensor_is_contiguous(t));
        check_long(is_contiguous, want,
                   "one number has no gaps, and no elements have none; these rows have some");
    }
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
