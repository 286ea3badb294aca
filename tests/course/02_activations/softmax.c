/* softmax.c - 02.5 to 02.7: rows of probabilities, and their logarithms. */
#include "want.h"

/* Scores that the result replaces. */
static Tensor *draw_replaced(const char *name, int ndim, const long *shape)
{
    Tensor *t = draw(name, ndim, shape);
    may_change(t);
    return t;
}

/* Row 0 far above 0, row 1 far below, others like it. */
static Tensor *draw_far_rows(const char *name, long rows, long n, double top)
{
    Tensor *x = draw(name, SHAPE(rows, n));
    for (long i = 0; i < rows * n; i++)
        x->data[i] += (real)(i < n ? top : -top);
    resealed(x);
    return x;
}

/* ---- 02.5 softmax_row --------------------------------------------------------------------------------- */

TEST(softmax_by_hand, .points = 1, .exercise = "02.5 softmax_row", .file = "softmax.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)log(5)));
    Tensor *y = output("y", SHAPE(3));

    Tensor *want = EXPECT(softmax_want(x, 0));
    CALL(softmax_kernel(y, x, 0));
    check_tensor(y, want, "1, 2, 5 divided by 8");
}

TEST(softmax_of_large_scores, .points = 5, .exercise = "02.5 softmax_row", .file = "softmax.c")
{
    double top = draw_double("top", 1100, 1400);
    Tensor *x = draw_far_rows("x", 2, 3, top), *y = output("y", SHAPE(2, 3));
    long far = draw_long("far", 0, 2);
    /* Of row 0 this score alone is far: neither the mean nor the first one is near it. */
    for (long j = 0; j < 3; j++)
        x->data[j] -= j != far ? (real)top : 0;
    resealed(x);

    Tensor *want = EXPECT(softmax_want(x, 1));
    CALL(softmax_kernel(y, x, 1));
    check_tensor(y, want, "only differences count: as if top had not been added, or taken away");
}

TEST(softmax_along_any_axis, .points = 6, .exercise = "02.5 softmax_row", .file = "softmax.c")
{
    long many = draw_long("many", 260, 300);
    Tensor *x = draw_transposed("x", SHAPE(3, 4, 5)), *y = output("y", SHAPE(3, 4, 5));
    Tensor *down = output("down", SHAPE(3, 4, 5)), *one = output("one", SHAPE(2, 1));
    Tensor *column = draw("column", SHAPE(2, 1)), *same = draw_replaced("same", SHAPE(2, many));

    Tensor *want = EXPECT(softmax_want(x, -1));
    CALL(softmax_kernel(y, x, -1));
    check_tensor(y, want, "every row of the last axis adds up to 1");
    Tensor *want_down = EXPECT(softmax_want(x, 0));
    CALL(softmax_kernel(down, x, 0));
    check_tensor(down, want_down, "along axis 0");
    Tensor *want_one = EXPECT(softmax_want(column, 1));
    CALL(softmax_kernel(one, column, 1));
    check_tensor(one, want_one, "a row of one number: 1");
    Tensor *want_same = EXPECT(softmax_want(same, 1));
    CALL(softmax_kernel(same, same, 1));
    check_tensor(same, want_same,
                 "the result may go where the scores were: shift first, then write");
}

TEST(softmax_of_nothing_allowed, .points = 5, .exercise = "02.5 softmax_row", .file = "softmax.c")
{
    long n = draw_long("n", 3, 6), allowed = draw_long("allowed", 0, n - 1);
    Tensor *x = draw("x", SHAPE(3, n)), *y = output("y", SHAPE(3, n));
    for (long i = 0; i < 2 * n; i++) /* nothing in row 0, one in row 1, all but that in row 2 */
        if (i != n + allowed)
            x->data[i] = (real)-INFINITY;
    x->data[2 * n + allowed] = (real)-INFINITY;
    resealed(x);

    Tensor *want = EXPECT(softmax_want(x, 1));
    CALL(softmax_kernel(y, x, 1));
    check_tensor(y, want, "-infinity gets exactly 0, whatever the others are");
}

/* ---- 02.6 logsumexp_row ----------------------------------------------------------------------------------- */

TEST(logsumexp_by_hand, .points = 1, .exercise = "02.6 logsumexp_row", .file = "softmax.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)log(5)));
    Tensor *y = output("y", SHAPE(1));

    Tensor *want = EXPECT(logsumexp_want(x, 0));
    CALL(logsumexp_kernel(y, x, 0));
    check_tensor(y, want, "log(1 + 2 + 5)");
}

TEST(logsumexp_of_any_row, .points = 11, .exercise = "02.6 logsumexp_row", .file = "softmax.c")
{
    Tensor *x = draw_transposed("x", SHAPE(3, 5)), *y = output("y", SHAPE(3, 1));
    double top = draw_double("top", 800, 1200);
    Tensor *odd = draw_far_rows("odd", 3, 2, top), *odd_y = output("odd_y", SHAPE(3, 1));
    odd->data[1] = odd->data[0]; /* both are the largest */
    odd->data[4] = odd->data[5] = (real)-INFINITY;
    resealed(odd);

    Tensor *want = EXPECT(logsumexp_want(x, 1));
    CALL(logsumexp_kernel(y, x, 1));
    check_tensor(y, want, "log of the sum of e^x along each row");
    Tensor *want_odd = EXPECT(logsumexp_want(odd, 1));
    CALL(logsumexp_kernel(odd_y, odd, 1));
    check_tensor(odd_y, want_odd,
                 "near top, near -top; log 0 = -infinity where nothing is allowed");
}

/* ---- 02.7 log_softmax_row -------------------------------------------------------------------------------- */

TEST(log_softmax_by_hand, .points = 1, .exercise = "02.7 log_softmax_row", .file = "softmax.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)log(5)));
    Tensor *y = output("y", SHAPE(3));

    Tensor *want = EXPECT(log_softmax_want(x, 0));
    CALL(log_softmax_kernel(y, x, 0));
    check_tensor(y, want, "log of 1/8, 2/8, 5/8");
}

TEST(log_softmax_far_out, .points = 11, .exercise = "02.7 log_softmax_row", .file = "softmax.c")
{
    Tensor *x = draw_transposed("x", SHAPE(4, 3, 6)), *y = output("y", SHAPE(4, 3, 6));
    double top =
        draw_double("top", 1e11, 2e11); /* so far that top + log 2 loses the digits of log 2 */
    long n = draw_long("n", 2, 5), many = draw_long("many", 260, 300);
    Tensor *far = draw_far_rows("far", 2, 2, top);
    Tensor *far_y = output("far_y", SHAPE(2, 2)), *same = draw_replaced("same", SHAPE(2, many));
    Tensor *none = draw("none", SHAPE(n)), *none_y = output("none_y", SHAPE(n));
    far->data[2] = 0; /* a row of 0 and about -top, behind one of about top twice */
    for (long i = 0; i < n; i++)
        none->data[i] = (real)-INFINITY;
    resealed(far);
    resealed(none);

    Tensor *want = EXPECT(log_softmax_want(x, 1));
    CALL(log_softmax_kernel(y, x, 1));
    check_tensor(y, want, "the log of softmax, along axis 1");
    Tensor *want_far = EXPECT(log_softmax_want(far, 1));
    CALL(log_softmax_kernel(far_y, far, 1));
    check_tensor(far_y, want_far,
                 "(0, -1000) stays (0, -1000); of (1000, 1001) only the difference counts");
    Tensor *want_none = EXPECT(log_softmax_want(none, 0));
    CALL(log_softmax_kernel(none_y, none, 0));
    check_tensor(none_y, want_none, "nothing allowed: -infinity, log of 0");
    Tensor *want_same = EXPECT(log_softmax_want(same, 1));
    CALL(log_softmax_kernel(same, same, 1));
    check_tensor(same, want_same, "the result may go where the scores were");
}
