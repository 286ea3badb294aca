/* views.c - 01.6 to 01.8: transposed and reshaped views. */
#include "want.h"
#include "view.h"

/* ---- 01.6 transpose_view ------------------------------------------------------------------------ */

TEST(transpose_by_hand, .points = 2, .exercise = "01.6 transpose_view", .file = "view.c")
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), *out = unset_header();

    Tensor *want = EXPECT(transposed_want(a, 0, 1));
    CALL(transpose_view(out, a, 0, 1));
    check_view(out, want, a, "(2, 3) becomes (3, 2), and strides travel with their axis");
}

TEST(transpose_any_two_axes, .points = 4, .exercise = "01.6 transpose_view", .file = "view.c")
{
    int axis1 = (int)draw_long("axis1", -4, 3), axis2 = (int)draw_long("axis2", -4, 3);
    Tensor *a = draw_transposed("a", SHAPE(2, 3, 4, 5)), *out = unset_header();

    Tensor *want = EXPECT(transposed_want(a, axis1, axis2));
    CALL(transpose_view(out, a, axis1, axis2));
    check_view(out, want, a, "two axes have changed places, each with its size and its stride");
}

/* ---- 01.7 resolve_shape ------------------------------------------------------------------------------ */

TEST(minus_one_by_hand, .points = 2, .exercise = "01.7 resolve_shape", .file = "resolve_shape.c")
{
    Tensor *a = row_by_row("a", SHAPE(24));
    const long wished[] = {2, -1, 4};
    long shape[ROOM];
    given("wished", "(2, -1, 4)");
    unset(shape);

    Tensor *want = EXPECT(resolved_want(a, 3, wished));
    CALL(resolve_shape(a, 3, wished, shape));
    Tensor *resolved = shaped(3, shape);
    check_shape(resolved, SHAPE_OF(want), "24 / (2 * 4) = 3");
}

TEST(minus_one_anywhere_or_nowhere, .points = 2, .exercise = "01.7 resolve_shape",
     .file = "resolve_shape.c")
{
    long i = draw_long("i", 4, 6), j = draw_long("j", 1, 3), k = draw_long("k", 2, 3);
    const struct {
        Tensor *a;
        int ndim;
        long wished[3];
        const char *rule;
    } all[] = {
        {row_by_row("a", SHAPE(i * j * k)), 3, {-1, j, k}, "(-1, j, k) of i * j * k elements"},
        {row_by_row("a", SHAPE(k, i * j)), 3, {i, j, -1}, "(i, j, -1) of i * j * k elements"},
        {row_by_row("a", SHAPE(i * j, k)), 3, {k, i, j}, "no -1: the shape is copied"},
        {row_by_row("a", SHAPE(0, 3)), 2, {-1, 3}, "0 elements as (-1, 3): (0, 3)"},
        {row_by_row("a", SHAPE(0, 3)), 2, {5, 0}, "0 elements as (5, 0)"},
        {row_by_row("a", SCALAR), 2, {1, -1}, "a scalar as (1, -1)"},
    };
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        Tensor *a = all[n].a;
        int ndim = all[n].ndim;
        const long *wished = all[n].wished;
        long shape[ROOM];
        given("a", "%s", shape_text(a->ndim, a->shape));
        given("ndim", "%d", ndim);
        given("wished", "%s", shape_text(ndim, wished));
        unset(shape);

        Tensor *want = EXPECT(resolved_want(a, ndim, wished));
        CALL(resolve_shape(a, ndim, wished, shape));
        Tensor *resolved = shaped(ndim, shape);
        check_shape(resolved, SHAPE_OF(want), all[n].rule);
    }
}

TEST(shapes_that_cannot_be_filled, .points = 3, .exercise = "01.7 resolve_shape",
     .file = "resolve_shape.c")
{
    /* In 64 bits, 4 * (2^62 + 6) is 24 and 4 * (2^62 + 1) is 4. */
    static const struct {
        long elements;
        int ndim;
        long wished[3];
        const char *message, *rule;
    } all[] = {
        {24, 2, {5, -1}, "cannot reshape (24,) to (5, -1)", "24 is no multiple of 5"},
        {24, 2, {48, -1}, "cannot reshape (24,) to (48, -1)", "24 is no multiple of 48"},
        {24,
         2,
         {2, 3},
         "cannot reshape (24,) to (2, 3)",
         "(2, 3) has 6 elements: 18 would be lost"},
        {24, 2, {5, 5}, "cannot reshape (24,) to (5, 5)", "(5, 5) has 25 elements: 1 is missing"},
        {24, 2, {0, 24}, "cannot reshape", "(0, 24) has no elements"},
        {24, 2, {0, -1}, "cannot reshape", "(0, -1) can hold nothing"},
        {0, 2, {0, -1}, "cannot reshape", "(0, -1): any number would do, so none is right"},
        {24, 3, {1L << 40, 1L << 40, 0x1000}, "cannot reshape", "2^92 is more than 24"},
        {24, 2, {(1L << 62) + 6, 4}, "cannot reshape", "4 * (2^62 + 6) is more than 24"},
        {24, 3, {4, (1L << 62) + 1, -1}, "cannot reshape", "4 * (2^62 + 1) is more than 24"},
    };
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        Tensor *a = row_by_row("a", SHAPE(all[n].elements));
        int ndim = all[n].ndim;
        const long *wished = all[n].wished;
        long shape[ROOM];
        given("ndim", "%d", ndim);
        given("wished", "%s", shape_text(ndim, wished));

        EXPECT(unfilled_is_refused(ndim, wished));
        check_fails(resolve_shape(a, ndim, wished, shape), all[n].message, all[n].rule);
    }
}

/* ---- 01.8 reshape_view --------------------------------------------------------------------------------- */

TEST(reshape_by_hand, .points = 2, .exercise = "01.8 reshape_view", .file = "reshape.c")
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), *out = unset_header();
    const long wished[] = {3, -1};
    given("wished", "(3, -1)");

    Tensor *want = EXPECT(reshaped_want(a, SHAPE(3, 2), STRIDE(2, 1)));
    bool possible = CALL(reshape_view(out, a, 2, wished));
    check_long(possible, 1, "a is contiguous: it can be reshaped without a copy");
    check_view(out, want, a, "6 elements as (3, -1): (3, 2), stored row by row");
}

TEST(reshape_of_a_transposed_view, .points = 3, .exercise = "01.8 reshape_view",
     .file = "reshape.c")
{
    Tensor *a = draw_transposed("a", SHAPE(4, 3, 2));
    Tensor *flat = unset_header(), *split = unset_header();
    const long line[] = {24}, wished[] = {2, 2, 3, 2};
    given("line", "(24,)");
    given("wished", "(2, 2, 3, 2)");

    long no = EXPECT(no_reshape_want());
    bool into_a_line = CALL(reshape_view(flat, a, 1, line));
    long first_size = flat->shape[0];
    check_long(into_a_line, no, "no single step reads a transposed view row by row: return false");
    check_long(first_size, UNSET, "where the answer is false, out stays as it was: size -77");
    Tensor *want = EXPECT(reshaped_want(a, SHAPE(2, 2, 3, 2), STRIDE(12, 6, 1, 3)));
    bool possible = CALL(reshape_view(split, a, 4, wished));
    check_long(possible, 1, "(4, 3, 2) to (2, 2, 3, 2) only cuts axis 0: a view is possible");
    check_view(split, want, a, "axis 0 is cut in two, the other strides stay");
}

TEST(reshape_of_part_of_a_matrix, .points = 2, .exercise = "01.8 reshape_view", .file = "reshape.c")
{
    Tensor *whole = draw("whole", SHAPE(4, 6));
    Tensor *left = view_of(whole, SHAPE(4, 3), STRIDE(6, 1), 1);
    Tensor *empty = header("empty", SHAPE(0, 3), STRIDE(7, 7));
    Tensor *grouped = unset_header(), *flat = unset_header(), *nothing = unset_header();
    const long wished[] = {2, -1, 3}, line[] = {-1}, none[] = {5, 0};
    given("left", "columns 1 to 3 of a (4, 6) matrix");
    given("wished", "(2, -1, 3)");
    given("line", "(-1,)");
    given("none", "(5, 0)");

    Tensor *want = EXPECT(reshaped_want(left, SHAPE(2, 2, 3), STRIDE(12, 6, 1)));
    bool possible = CALL(reshape_view(grouped, left, 3, wished));
    check_long(possible, 1, "rows can be grouped without a copy");
    check_view(grouped, want, left, "rows are 6 apart, and element 0 is where it was");
    long no = EXPECT(no_reshape_want());
    bool into_a_line = CALL(reshape_view(flat, left, 1, line));
    check_long(into_a_line, no, "rows with gaps are no single line");
    Tensor *want_nothing = EXPECT(reshaped_want(empty, SHAPE(5, 0), STRIDE(0, 1)));
    bool without_elements = CALL(reshape_view(nothing, empty, 2, none));
    check_long(without_elements, 1, "no elements: contiguous, a view");
    check_shape(nothing, SHAPE_OF(want_nothing), "0 elements as (5, 0)");
}
