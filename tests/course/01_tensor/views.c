/* views.c - 01.6 and 01.7: transposed views, and sizes from wishes. */
#include "want.h"
#include "view.h"

/* ---- 01.6 transpose_view ------------------------------------------------------------------------ */

TEST(transpose_by_hand, .points = 1, .exercise = "01.6 transpose_view", .file = "view.c")
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), *out = unset_header();

    Tensor *want = EXPECT(transposed_want(a, 0, 1));
    CALL(transpose_view(out, a, 0, 1));
    check_view(out, want, a, "(2, 3) becomes (3, 2), and strides travel with their axis");
}

TEST(transpose_any_two_axes, .points = 5, .exercise = "01.6 transpose_view", .file = "view.c")
{
    int axis1 = (int)draw_long("axis1", -4, 3), axis2 = (int)draw_long("axis2", -4, 3);
    Tensor *a = draw_transposed("a", SHAPE(2, 3, 4, 5)), *out = unset_header();

    Tensor *want = EXPECT(transposed_want(a, axis1, axis2));
    CALL(transpose_view(out, a, axis1, axis2));
    check_view(out, want, a, "two axes have changed places, each with its size and its stride");
    int low = (int)draw_long("low", 0, 1), high = (int)draw_long("high", low + 2, 3);
    Tensor *learning = leaf(draw("learning", SHAPE(2, 3, 4, 5))), *apart = unset_header();
    Tensor *want_apart = EXPECT(transposed_want(learning, low, high));
    CALL(transpose_view(apart, learning, low, high));
    check_view(apart, want_apart, learning, "what lies between the two axes stays there");
    long learns = apart->requires_grad;
    check_long(learns, 0, "no more of out is set than its numbers, its shape and its strides");
}

/* ---- 01.7 resolve_shape ------------------------------------------------------------------------------ */

TEST(minus_one_by_hand, .points = 1, .exercise = "01.7 resolve_shape", .file = "resolve_shape.c")
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

TEST(minus_one_anywhere_or_nowhere, .points = 3, .exercise = "01.7 resolve_shape",
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

TEST(shapes_that_cannot_be_filled, .points = 2, .exercise = "01.7 resolve_shape",
     .file = "resolve_shape.c")
{
    long i = draw_long("i", 5, 9), j = draw_long("j", 2, 4), n = 4 * i * j;
    long rest = draw_long("rest", 1, 4);
    /* A long has 64 bits, or 32: in it, 4 * (quarter + n / 4) is n, and 4 * (quarter + 1) is 4. */
    const long quarter = LONG_MAX / 2 + 1, large = 1L << sizeof(long) * 5;
    const struct {
        long elements;
        int ndim;
        long wished[3];
        const char *rule;
    } all[] = {
        {i * j + rest, 2, {i, -1}, "the elements are no multiple of i"},
        {n, 2, {n + rest, -1}, "n is no multiple of more than n"},
        {n, 2, {i, j}, "(i, j) has fewer elements: some would be lost"},
        {n, 2, {4 * i, j + rest}, "(4 i, j + rest) has more elements: some are missing"},
        {n, 2, {0, n}, "(0, n) has no elements"},
        {n, 2, {0, -1}, "(0, -1) can hold nothing"},
        {0, 2, {0, -1}, "(0, -1): any number would do, so none is right"},
        {n, 3, {large, large, 1L << (11 + rest)}, "more than 2^50 is more than n"},
        {n, 2, {quarter + n / 4, 4}, "4 * (LONG_MAX / 2 + 1 + n / 4) is more than n"},
        {n, 3, {4, quarter + 1, -1}, "4 * (LONG_MAX / 2 + 2) is more than n"},
    };
    for (size_t c = 0; c < sizeof all / sizeof *all; c++) {
        Tensor *a = row_by_row("a", SHAPE(all[c].elements)), *full = row_by_row("full", SHAPE(n));
        int ndim = all[c].ndim;
        const long *wished = all[c].wished, fits[] = {4 * j, -1};
        long shape[ROOM];
        given("ndim", "%d", ndim);
        given("wished", "%s", shape_text(ndim, wished));
        given("fits", "%s", shape_text(2, fits));

        const char *message = EXPECT(unfilled_is_refused(a, ndim, wished));
        check_fails(resolve_shape(a, ndim, wished, shape), message, all[c].rule);
        Tensor *want = EXPECT(resolved_want(full, 2, fits));
        unset(shape); /* what a refused call has left there is nobody's */
        CALL(resolve_shape(full, 2, fits, shape));
        Tensor *resolved = shaped(2, shape);
        check_shape(resolved, SHAPE_OF(want), "n elements as (4 j, -1): (4 j, i)");
    }
}
