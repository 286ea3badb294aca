/* sums.c - 01.10: the sums of a few columns, which keep their digits. */
#include "want.h"
#include "combine.h"

TEST(column_sums_by_hand, .points = 1, .exercise = "01.10 sum_rows", .file = "reduce.c")
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), *sum = output("sum", SHAPE(3));
    Tensor *wide = input("wide", SHAPE(2, 6), VALUES(1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9));
    Tensor *every_second = view_of(wide, SHAPE(2, 3), STRIDE(6, 2), 0);
    Tensor *some = output("some", SHAPE(3));
    given("every_second", "every second column of wide: (2, 3), stride (6, 2)");

    Tensor *want = EXPECT(sum_want(a, SHAPE(3)));
    CALL(sum_kernel(sum, a, 0));
    check_tensor(sum, want, "1 + 4, 2 + 5, 3 + 6");
    Tensor *want_some = EXPECT(sum_want(every_second, SHAPE(3)));
    CALL(sum_kernel(some, every_second, 0));
    check_tensor(some, want_some, "1 + 4, 2 + 5, 3 + 6");
}

TEST(sums_over_any_axes, .points = 1, .exercise = "01.10 sum_rows", .file = "reduce.c")
{
    Tensor *a = draw_transposed("a", SHAPE(3, 4, 5));
    Tensor *last = output("last", SHAPE(3, 4, 1)), *middle = output("middle", SHAPE(3, 1, 5));
    Tensor *all = output("all", SHAPE(1, 1, 1)), *first = output("first", SHAPE(1, 4, 5));
    Tensor *wide = draw_transposed("wide", SHAPE(2, 1200)), *row = output("row", SHAPE(1200));
    Tensor *column = input("column", SHAPE(3), VALUES(1, 2, 3));
    Tensor *stretched = view_of(column, SHAPE(3, 4), STRIDE(1, 0), 0);
    Tensor *repeated = output("repeated", SHAPE(4));
    given("stretched", "column, read four times: (3, 4), stride (1, 0)");

    Tensor *want_last = EXPECT(sum_want(a, SHAPE(3, 4, 1)));
    CALL(sum_kernel(last, a, 0));
    check_tensor(last, want_last, "over the last axis");
    Tensor *want_middle = EXPECT(sum_want(a, SHAPE(3, 1, 5)));
    CALL(sum_kernel(middle, a, 0));
    check_tensor(middle, want_middle, "over the middle axis");
    Tensor *want_first = EXPECT(sum_want(a, SHAPE(1, 4, 5)));
    CALL(sum_kernel(first, a, 0));
    check_tensor(first, want_first, "over the first axis");
    Tensor *want_all = EXPECT(sum_want(a, SHAPE(1, 1, 1)));
    CALL(sum_kernel(all, a, 0));
    check_tensor(all, want_all, "over all axes");
    Tensor *want_row = EXPECT(sum_want(wide, SHAPE(1200)));
    CALL(sum_kernel(row, wide, 0));
    check_tensor(row, want_row, "columns of a transposed view");
    Tensor *want_repeated = EXPECT(sum_want(stretched, SHAPE(4)));
    CALL(sum_kernel(repeated, stretched, 0));
    check_tensor(repeated, want_repeated, "a column read four times: stride 0");
}

/* sum_rows by itself, with a number behind the totals that must stay. */
static void check_totals(const Tensor *a, const Tensor *before)
{
    long rows = a->shape[0], n = a->shape[1], step = a->stride[0];
    double total[COMBINE_COLUMNS + 1];
    for (long j = 0; j < n; j++)
        total[j] = (double)before->data[j];
    total[n] = UNSET;
    given("rows", "%ld", rows);
    given("n", "%ld", n);
    given("step", "%ld", step);
    given("total", "%s", n == 3 ? "(10, 20, 30)" : "all zeros");

    Tensor *want = EXPECT(added_sum_want(a, before));
    CALL(sum_rows(rows, n, total, a->data, step, 1));
    Tensor *totals = blank(SHAPE(n));
    for (long j = 0; j < n; j++)
        totals->data[j] = (real)total[j];
    double behind = total[n];
    check_tensor(totals, want, "total[j] + the numbers of column j");
    check_number(behind, UNSET, 0, "behind the n totals nothing is written: -77 stood there");
}

TEST(totals_are_added_to, .points = 1, .exercise = "01.10 sum_rows", .file = "reduce.c")
{
    Tensor *whole = draw("whole", SHAPE(3, 6, 5)), *sum = draw("sum", SHAPE(1, 1, 5));
    Tensor *some = view_of(whole, SHAPE(3, 4, 5), STRIDE(30, 5, 1), 0);
    given("some", "whole without the last two of 6: rows that come in three runs of 4");
    may_change(sum);

    check_totals(input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)),
                 values(SHAPE(3), VALUES(10, 20, 30)));
    check_totals(draw("a", SHAPE(40, COMBINE_COLUMNS)), blank(SHAPE(COMBINE_COLUMNS)));
    Tensor *want = EXPECT(added_sum_want(some, sum));
    CALL(sum_kernel(sum, some, 1));
    check_tensor(sum, want, "sum + the sum of the three runs of rows");
}

/* The same row again and again. */
static Tensor *equal_rows(long rows)
{
    Tensor *a = draw_between("a", SHAPE(rows, 3), 0.1, 0.4);
    for (long i = 3; i < rows * 3; i++)
        a->data[i] = a->data[i % 3];
    resealed(a);
    given("a", "%ld rows, all equal", rows);
    return a;
}

static Tensor *with_zeros(const Tensor *x, long rows)
{
    Tensor *longer = draw("longer", SHAPE(rows, x->shape[1]));
    for (long i = 0; i < rows * x->shape[1]; i++)
        longer->data[i] = i < x->shape[0] * x->shape[1] ? x->data[i] : 0;
    resealed(longer);
    given("longer", "x with %ld rows of zeros behind it", rows - x->shape[0]);
    return longer;
}

static long count_different(const Tensor *a, const Tensor *b)
{
    long n = 0;
    for (long i = 0; i < a->shape[0]; i++)
        n += !(a->data[i] == b->data[i]);
    return n;
}

static void check_digits(void)
{
    Tensor *a = equal_rows(100000 + draw_long("more", 1, 31)), *sum = output("sum", SHAPE(3));

    Tensor *want = EXPECT(long_sum_want(a));
    CALL(sum_kernel(sum, a, 0));
    check_tensor_within(sum, want, IS_DOUBLE ? 5e-13 : 1e-6,
                        "rows times the number of each column");
}

TEST(long_sums_keep_their_digits, .points = 4, .exercise = "01.10 sum_rows", .file = "reduce.c")
{
    check_digits();
}

TEST(zeros_behind_change_no_bit, .points = 2, .exercise = "01.10 sum_rows", .file = "reduce.c")
{
    Tensor *x = draw("x", SHAPE(1000, 64)), *longer = with_zeros(x, 1777);
    Tensor *one = output("one", SHAPE(64)), *other = output("other", SHAPE(64));

    CALL(sum_kernel(one, x, 0));
    CALL(sum_kernel(other, longer, 0));
    long changed = count_different(one, other);
    check_long(changed, 0, "zeros behind the last row change no bit of any of 64 sums");
    check_digits();
}
