/* softmax.c - 02.8 to 02.10: rows of probabilities, and their logarithms. */
#include "check.h"

static double exponential(double x)
{
    return exp(x);
}

/* log(sum of e^x) along the last axis, which keeps size 1; the log softmax with it. */
static Tensor *plain_logsumexp(const Tensor *a)
{
    long n = a->shape[a->ndim - 1], rows = shape_numel(a->ndim - 1, a->shape),
         shape[TENSOR_MAX_AXES];
    memcpy(shape, a->shape, sizeof shape);
    shape[a->ndim - 1] = 1;
    Tensor *c = copy_of(a), *out = blank(a->ndim, shape);
    for (long r = 0; r < rows; r++) {
        double max = -INFINITY, sum = 0;
        for (long i = 0; i < n; i++)
            max = fmax(max, (double)c->data[r * n + i]);
        for (long i = 0; i < n && max > -INFINITY; i++)
            sum += exp((double)c->data[r * n + i] - max);
        out->data[r] = (real)(max > -INFINITY ? max + log(sum) : -INFINITY);
    }
    return out;
}

/* e^x without the division, and x divided by the sum of x: what is left if a step is forgotten. */
static Tensor *divided_by_sum(const Tensor *a)
{
    Tensor *out = copy_of(a);
    long n = a->shape[a->ndim - 1];
    for (long r = 0; r < shape_numel(a->ndim - 1, a->shape); r++) {
        double sum = 0;
        for (long i = 0; i < n; i++)
            sum += (double)out->data[r * n + i];
        for (long i = 0; i < n; i++)
            out->data[r * n + i] = (real)((double)out->data[r * n + i] / sum);
    }
    return out;
}

/* ---- 02.8 softmax_row --------------------------------------------------------------------------------- */

TEST(softmax_by_hand, .points = 4, .exercise = "02.8 softmax_row", .file = "softmax.c",
     .hints = HINTS("e^ of each number, divided by the sum of them all.",
                    "shift = row_shift(n, x); y[i] = e^(x[i] - shift); add them up; divide.",
                    "sum += y[i] in the first loop, y[i] *= 1 / sum in a second."))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)log(5))),
           *y = output("y", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES((real)0.125, (real)0.25, (real)0.625)));
    MISTAKE(plain_map(x, exponential), "the division is missing: divide each by the sum");
    MISTAKE(values(SHAPE(3), VALUES((real)0.2, (real)0.4, 1)),
            "the division is missing: divide each by the sum");
    MISTAKE(divided_by_sum(x), "the numbers themselves were divided by their sum: take e^ first");
    MISTAKE(values(SHAPE(3), VALUES((real)(10.0 / 17), (real)(5.0 / 17), (real)(2.0 / 17))),
            "the order is turned round: e^(x - shift), not e^(shift - x)");
    MISTAKE(plain_map(plain_softmax(x, 0), log), "that is log softmax, 02.10");
    CALL(softmax_kernel(y, x, 0));
    check_tensor(y, want, "1, 2, 5 divided by 8");
}

TEST(softmax_of_large_scores, .points = 5, .exercise = "02.8 softmax_row", .file = "softmax.c",
     .hints = HINTS("e^1000 is infinite; e^(1000 - 1000) is 1.",
                    "Subtract row_shift(n, x) from every number before e^.",
                    "real shift = row_shift(n, x); ... real_exp(x[i] - shift)"))
{
    Tensor *x = input("x", SHAPE(2, 2), VALUES(1000, 1000, -1000, -1000)),
           *y = output("y", SHAPE(2, 2));
    EXPECT(Tensor *want = values(SHAPE(2, 2), VALUES((real)0.5, (real)0.5, (real)0.5, (real)0.5)));
    CALL(softmax_kernel(y, x, 1));
    MISTAKE_NUMBER(
        0, "NaN: e^1000 is infinite. Subtract the largest number of the row first: row_shift");
    check_number(isfinite((double)y->data[0]), 1, 0, "large scores are ordinary scores");
    MISTAKE(values(SHAPE(2, 2), VALUES((real)0.5, (real)0.5, 0, 0)),
            "e^-1000 is 0: subtract the largest number of the row, which is -1000 here");
    check_tensor(y, want, "only differences count: two equal scores, a half each");
}

TEST(softmax_along_any_axis, .points = 5, .exercise = "02.8 softmax_row", .file = "softmax.c",
     .hints = HINTS("You see one row; along_axis finds it, whatever the axis.",
                    "The sum starts with 0 for each row.",
                    "n numbers, not one more, not one less."))
{
    Tensor *x = draw_transposed("x", SHAPE(3, 4, 5)), *y = output("y", SHAPE(3, 4, 5));
    Tensor *down = output("down", SHAPE(3, 4, 5)), *one = output("one", SHAPE(2, 1));
    Tensor *column = draw("column", SHAPE(2, 1)), *same = draw("same", SHAPE(2, 6));
    EXPECT(Tensor *want = plain_softmax(x, -1); Tensor *want_down = plain_softmax(x, 0);
           Tensor *want_same = plain_softmax(same, 1));
    CALL(softmax_kernel(y, x, -1));
    check_tensor(y, want, "every row of the last axis adds up to 1");
    CALL(softmax_kernel(down, x, 0));
    check_tensor(down, want_down, "along axis 0");
    CALL(softmax_kernel(one, column, 1));
    check_tensor(one, values(SHAPE(2, 1), VALUES(1, 1)), "a row of one number: 1");
    may_change(same);
    CALL(softmax_kernel(same, same, 1));
    check_tensor(same, want_same,
                 "the result may go where the scores were: shift first, then write");
}

TEST(softmax_of_nothing_allowed, .points = 4, .exercise = "02.8 softmax_row", .file = "softmax.c",
     .hints = HINTS("A row of -infinity has sum 0: do not divide by it.",
                    "row_shift gives 0 for such a row, so that e^(-infinity - 0) is 0.",
                    "real scale = sum == 0 ? 0 : 1 / sum;"))
{
    Tensor *x =
        input("x", SHAPE(2, 2), VALUES((real)-INFINITY, (real)-INFINITY, (real)-INFINITY, 3));
    Tensor *y = output("y", SHAPE(2, 2));
    EXPECT(Tensor *want = values(SHAPE(2, 2), VALUES(0, 0, 0, 1)));
    CALL(softmax_kernel(y, x, 1));
    MISTAKE_NUMBER(1, "NaN: 0 / 0. Where the sum is 0 nothing is allowed, and the row is zeros");
    check_number(isnan((double)y->data[0]), 0, 0, "a row of -infinity gives no NaN");
    check_tensor(y, want, "-infinity gets exactly 0, whatever the others are");
}

/* ---- 02.9 logsumexp_row ----------------------------------------------------------------------------------- */

TEST(logsumexp_by_hand, .points = 4, .exercise = "02.9 logsumexp_row", .file = "softmax.c",
     .hints = HINTS("The log of the sum of e^x.", "The shift comes out of the sum as an addend.",
                    "*y = shift + real_log(row_sum_exp(n, x, shift));"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)log(5))),
           *y = output("y", SHAPE(1));
    EXPECT(Tensor *want = values(SHAPE(1), VALUES((real)log(8))));
    MISTAKE(values(SHAPE(1), VALUES((real)log(1.6))),
            "the shift was subtracted and never added again: shift + log(sum)");
    MISTAKE(values(SHAPE(1), VALUES(8)), "the log is missing: this is the sum of e^x");
    MISTAKE(values(SHAPE(1), VALUES((real)(log(1.6) - log(5)))),
            "the shift must be added again, not subtracted twice");
    MISTAKE(values(SHAPE(1), VALUES((real)log(10))),
            "that is the sum of x: log(e^x) before adding up");
    MISTAKE(values(SHAPE(1), VALUES((real)(1.6 * 5))),
            "the log is missing: this is the sum of e^x");
    MISTAKE(values(SHAPE(1), VALUES((real)(log(5) + 1.6))), "the log is missing: shift + log(sum)");
    MISTAKE(values(SHAPE(1), VALUES((real)(log(5) * log(1.6)))),
            "the shift is added to the log, not a factor");
    CALL(logsumexp_kernel(y, x, 0));
    check_tensor(y, want, "log(1 + 2 + 5)");
}

TEST(logsumexp_of_any_row, .points = 6, .exercise = "02.9 logsumexp_row", .file = "softmax.c",
     .hints = HINTS("Large scores: e^(x - shift) cannot overflow.",
                    "Every row has a shift and a sum of its own.",
                    "A sum of 0 has log -infinity: no special case."))
{
    Tensor *x = draw_transposed("x", SHAPE(3, 5)), *y = output("y", SHAPE(3, 1));
    Tensor *odd = input("odd", SHAPE(3, 2),
                        VALUES(1000, 1000, (real)-INFINITY, (real)-INFINITY, -1000, -1000));
    Tensor *odd_y = output("odd_y", SHAPE(3, 1));
    EXPECT(Tensor *want = plain_logsumexp(x));
    CALL(logsumexp_kernel(y, x, 1));
    check_tensor(y, want, "log of the sum of e^x along each row");
    CALL(logsumexp_kernel(odd_y, odd, 1));
    MISTAKE_NUMBER(INFINITY,
                   "e^1000 is infinite: subtract row_shift before e^, add it after the log");
    MISTAKE_NUMBER(log(2), "the shift was subtracted and never added again: shift + log(sum)");
    check_number((double)odd_y->data[0], 1000 + log(2), CHECK_TOLERANCE, "1000 + log 2");
    check_number((double)odd_y->data[1], -INFINITY, 0, "nothing allowed: log 0 is -infinity");
    check_number((double)odd_y->data[2], -1000 + log(2), CHECK_TOLERANCE,
                 "-1000 + log 2: e^-1000 alone would be 0");
}

/* ---- 02.10 log_softmax_row -------------------------------------------------------------------------------- */

TEST(log_softmax_by_hand, .points = 4, .exercise = "02.10 log_softmax_row", .file = "softmax.c",
     .hints = HINTS("log(e^x / sum) = x - log(sum).",
                    "Subtract the logsumexp of the row from every number.",
                    "y[i] = x[i] - shift - real_log(sum);"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)log(5))),
           *y = output("y", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES((real)-log(8), (real)-log(4), (real)-log(1.6))));
    MISTAKE(plain_softmax(x, 0), "that is softmax; its log is asked for");
    MISTAKE(values(SHAPE(3), VALUES((real)-log(1.6), (real)log(1.25), (real)log(3.125))),
            "the shift is missing: subtract shift + log(sum)");
    MISTAKE(values(SHAPE(3), VALUES((real)-log(5), (real)(log(2) - log(5)), 0)),
            "only the shift was subtracted: the log of the sum belongs to it");
    MISTAKE(
        values(SHAPE(3), VALUES((real)(-log(5) - 1.6), (real)(log(2) - log(5) - 1.6), (real)-1.6)),
        "the sum was subtracted: take its log");
    MISTAKE(values(SHAPE(3), VALUES((real)log(8), (real)log(4), (real)log(1.6))),
            "the sign is wrong: a log of a probability is never positive");
    CALL(log_softmax_kernel(y, x, 0));
    check_tensor(y, want, "log of 1/8, 2/8, 5/8");
}

TEST(log_softmax_far_out, .points = 6, .exercise = "02.10 log_softmax_row", .file = "softmax.c",
     .hints = HINTS("The probability may be too small for a number; its log is not.",
                    "Never take the log of a softmax: compute x - shift - log(sum).",
                    "real log_sum = sum == 0 ? 0 : real_log(sum);"))
{
    Tensor *x = draw_transposed("x", SHAPE(4, 3, 6)), *y = output("y", SHAPE(4, 3, 6));
    Tensor *far = input("far", SHAPE(2), VALUES(0, -1000)), *far_y = output("far_y", SHAPE(2));
    Tensor *none = input("none", SHAPE(2), VALUES((real)-INFINITY, (real)-INFINITY));
    Tensor *none_y = output("none_y", SHAPE(2)), *same = draw("same", SHAPE(2, 5));
    EXPECT(Tensor *want = plain_map(plain_softmax(x, 1), log);
           Tensor *want_same = plain_map(plain_softmax(same, 1), log));
    CALL(log_softmax_kernel(y, x, 1));
    check_tensor(y, want, "the log of softmax, along axis 1");
    CALL(log_softmax_kernel(far_y, far, 0));
    MISTAKE(values(SHAPE(2), VALUES(0, (real)-INFINITY)),
            "the log of softmax, where e^-1000 is already 0: compute x - shift - log(sum)");
    check_tensor(far_y, values(SHAPE(2), VALUES(0, -1000)), "(0, -1000) stays (0, -1000)");
    CALL(log_softmax_kernel(none_y, none, 0));
    MISTAKE_NUMBER(
        1, "-infinity - -infinity is NaN: where the sum is 0, subtract 0 in place of its log");
    MISTAKE_NUMBER(INFINITY, "-infinity - -infinity");
    check_number(isnan((double)none_y->data[0]), 0, 0, "a row of -infinity gives no NaN");
    check_number((double)none_y->data[1], -INFINITY, 0, "nothing allowed: -infinity, log of 0");
    may_change(same);
    CALL(log_softmax_kernel(same, same, 1));
    check_tensor(same, want_same, "the result may go where the scores were");
}
