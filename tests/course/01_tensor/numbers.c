/* numbers.c - 01.11 to 01.13: products, sums, and the largest. */
#include "headers.h"

/* ---- 01.11 mul_row ----------------------------------------------------------------------------------- */

TEST(product_by_hand, .points = 2, .exercise = "01.11 mul_row", .file = "mul.c",
     .hints = HINTS("It is add_row with another sign.",
                    "a is in[0], b is in[1]; loop over n elements.", "out[i] = a[i] * b[i];"))
{
    Tensor *a = input("a", SHAPE(3), VALUES(1, 2, 3)), *b = input("b", SHAPE(3), VALUES(4, 5, 6));
    Tensor *out = output("out", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(4, 10, 18)));
    MISTAKE(values(SHAPE(3), VALUES(5, 7, 9)), "added: this row function multiplies");
    MISTAKE(values(SHAPE(3), VALUES(32, 32, 32)),
            "summed up: that is a dot product; number by number");
    MISTAKE(values(SHAPE(3), VALUES(1, 4, 9)), "a was multiplied by itself: b is in[1]");
    MISTAKE(values(SHAPE(3), VALUES(16, 25, 36)), "b was multiplied by itself: a is in[0]");
    MISTAKE(values(SHAPE(3), VALUES(4, 10, NAN)), "the last element is missing: i < n");
    CALL(mul_kernel(out, a, b));
    check_tensor(out, want, "1*4, 2*5, 3*6");
}

static Tensor *times_first(const Tensor *a)
{
    Tensor *t = copy_of(a);
    double first = at(a, AT(0, 0));
    for (long i = 0; i < a->shape[0] * a->shape[1]; i++)
        t->data[i] = (real)((double)t->data[i] * first);
    return t;
}

TEST(product_of_broadcast_pairs, .points = 2, .exercise = "01.11 mul_row", .file = "mul.c",
     .hints = HINTS("rows_apply prepares the rows: write only the loop.",
                    "Element i of every operand belongs together.",
                    "No strides in here, no shapes."))
{
    Tensor *a = draw_transposed("a", SHAPE(5, 3)), *b = draw("b", SHAPE(4, 1, 3));
    Tensor *column = draw("column", SHAPE(5, 1));
    Tensor *out = output("out", SHAPE(4, 5, 3)), *wide = output("wide", SHAPE(5, 3));
    EXPECT(Tensor *want = plain_pair(a, b, times));
    CALL(mul_kernel(out, a, b));
    check_tensor(out, want, "out[i][j][k] = a[j][k] * b[i][0][k]");
    EXPECT(Tensor *want_wide = plain_pair(a, column, times));
    MISTAKE(times_first(a), "b[0] was used for every element: b[i]");
    CALL(mul_kernel(wide, a, column));
    check_tensor(wide, want_wide, "wide[j][k] = a[j][k] * column[j][0]");
}

/* ---- 01.12 sum_rows ------------------------------------------------------------------------------------ */

TEST(column_sums_by_hand, .points = 2, .exercise = "01.12 sum_rows", .file = "reduce.c",
     .hints = HINTS("Three loops: over blocks of rows, over the rows of a block, over columns.",
                    "block[j] += a[i * a_row + j * a_column];",
                    "After the rows of a block: total[j] += block[j], for each of the n columns."))
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *columns = output("columns", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(5, 7, 9)));
    MISTAKE(values(SHAPE(3), VALUES(4, 5, 6)), "only the last row is left: add with +=");
    MISTAKE(values(SHAPE(3), VALUES(1, 2, 3)),
            "only the first row was added: a block has all rows from begin to end");
    MISTAKE(values(SHAPE(3), VALUES(5, 0, 0)), "only the first column was added: n of them");
    MISTAKE(values(SHAPE(3), VALUES(21, 0, 0)),
            "all went into the first column: each has a sum of its own, block[j]");
    MISTAKE(values(SHAPE(3), VALUES(0, 7, 9)), "j starts with 0");
    MISTAKE(values(SHAPE(3), VALUES(5, 7, 0)), "the last column is missing: j < n");
    MISTAKE(values(SHAPE(3), VALUES(0, 0, 0)),
            "these rows were left out: the last block may be shorter than the others");
    MISTAKE(values(SHAPE(3), VALUES(3, 5, 7)),
            "a_row was ignored: the next row begins a_row further, a[i * a_row + j * a_column]");
    CALL(sum_kernel(columns, a, 0));
    check_tensor(columns, want, "1 + 4, 2 + 5, 3 + 6");
    Tensor *wide = input("wide", SHAPE(2, 6), VALUES(1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9));
    Tensor every_second = header(SHAPE(2, 3), (long[]){6, 2}), *some = output("some", SHAPE(3));
    every_second.data = wide->data;
    given("every_second", "every second column of wide: (2, 3), stride (6, 2)");
    MISTAKE(values(SHAPE(3), VALUES(5, 18, 7)), "a_column was ignored: neighbours in a row may be "
                                                "further apart, a[i * a_row + j * a_column]");
    CALL(sum_kernel(some, &every_second, 0));
    check_tensor(some, values(SHAPE(3), VALUES(5, 7, 9)), "1 + 4, 2 + 5, 3 + 6");
}

/* Sum over the axes where the shape has a 1. */
static Tensor *plain_sum(const Tensor *a, int ndim, const long *shape)
{
    Tensor *out = blank(ndim, shape);
    long n0 = a->shape[0], n1 = a->shape[1], n2 = a->shape[2];
    for (long i = 0; i < n0; i++)
        for (long j = 0; j < n1; j++)
            for (long k = 0; k < n2; k++) {
                long to = (out->shape[0] == 1 ? 0 : i) * out->stride[0] +
                          (out->shape[1] == 1 ? 0 : j) * out->stride[1] +
                          (out->shape[2] == 1 ? 0 : k) * out->stride[2];
                out->data[to] += (real)at(a, AT(i, j, k));
            }
    return out;
}

TEST(sums_over_any_axes, .points = 2, .exercise = "01.12 sum_rows", .file = "reduce.c",
     .hints = HINTS("Both strides count: a row of a view is not 1 apart.",
                    "Number j of row i is a[i * a_row + j * a_column], in every case.",
                    "There are at most COMBINE_COLUMNS columns: no case of their own for more."))
{
    Tensor *a = draw_transposed("a", SHAPE(3, 4, 5));
    Tensor *last = output("last", SHAPE(3, 4, 1)), *middle = output("middle", SHAPE(3, 1, 5));
    Tensor *all = output("all", SHAPE(1, 1, 1)), *first = output("first", SHAPE(1, 4, 5));
    EXPECT(Tensor *want = plain_sum(a, SHAPE(3, 4, 1)));
    CALL(sum_kernel(last, a, 0));
    check_tensor(last, want, "over the last axis");
    EXPECT(Tensor *want_middle = plain_sum(a, SHAPE(3, 1, 5)));
    CALL(sum_kernel(middle, a, 0));
    check_tensor(middle, want_middle, "over the middle axis");
    EXPECT(Tensor *want_first = plain_sum(a, SHAPE(1, 4, 5)));
    CALL(sum_kernel(first, a, 0));
    check_tensor(first, want_first, "over the first axis");
    EXPECT(Tensor *want_all = plain_sum(a, SHAPE(1, 1, 1)));
    CALL(sum_kernel(all, a, 0));
    check_tensor(all, want_all, "over all axes");
    Tensor *other = draw_transposed("other", SHAPE(2, 1200)), *row = output("row", SHAPE(1200));
    EXPECT(Tensor *want_row = blank(SHAPE(1200));
           for (long i = 0; i < 2; i++) for (long j = 0; j < 1200; j++) want_row->data[j] +=
           (real)at(other, AT(i, j)));
    CALL(sum_kernel(row, other, 0));
    check_tensor(row, want_row, "columns of a transposed view");
    Tensor *repeated = output("repeated", SHAPE(4));
    Tensor *column = input("column", SHAPE(3), VALUES(1, 2, 3));
    Tensor stretched = header(SHAPE(3, 4), (long[]){1, 0});
    stretched.data = column->data;
    CALL(sum_kernel(repeated, &stretched, 0));
    check_tensor(repeated, values(SHAPE(4), VALUES(6, 6, 6, 6)),
                 "a column read four times: stride 0");
}

TEST(totals_are_added_to, .points = 1, .exercise = "01.12 sum_rows", .file = "reduce.c",
     .hints = HINTS("Before the first block, total holds something already: keep it.",
                    "Do not set total to 0: whoever calls has done so, if it was wanted.",
                    "total[j] += block[j];"))
{
    Tensor *a = draw("a", SHAPE(3, 6, 5)), *sum = draw("sum", SHAPE(1, 1, 5));
    Tensor some = header(SHAPE(3, 4, 5), (long[]){30, 5, 1});
    some.data = a->data;
    given("some", "a without the last two of 6: rows that come in three runs of 4");
    may_change(sum);
    Tensor tail = header(SHAPE(1, 4, 5), (long[]){30, 5, 1});
    tail.data = a->data + 60;
    EXPECT(Tensor *want = plain_pair(plain_sum(&some, SHAPE(1, 1, 5)), sum, plus));
    MISTAKE(plain_pair(plain_sum(&tail, SHAPE(1, 1, 5)), sum, plus),
            "what total held before is lost: add to it");
    CALL(sum_kernel(sum, &some, 1));
    check_tensor(sum, want, "out + the sum of the runs of rows");
}

typedef enum { S_ONE_CHAIN, S_WHOLE_BLOCKS, S_NOT_RESET, S_LAST_BLOCK } SumWay;

/* Column sums in real, and what goes wrong in them. */
static Tensor *sums_in_real(SumWay way, const Tensor *a)
{
    long rows = a->shape[0], n = a->shape[1];
    Tensor *out = blank(SHAPE(n));
    for (long j = 0; j < n; j++) {
        double total = 0;
        real sum = 0;
        for (long i = 0; i < rows; i++) {
            sum += a->data[i * n + j];
            if (way == S_ONE_CHAIN || ((i + 1) % 32 != 0 && i + 1 < rows))
                continue;
            if (way == S_LAST_BLOCK)
                total = 0;
            if (way != S_WHOLE_BLOCKS || (i + 1) % 32 == 0)
                total += (double)sum;
            sum = way == S_NOT_RESET ? sum : 0;
        }
        out->data[j] = way == S_ONE_CHAIN ? sum : (real)total;
    }
    return out;
}

TEST(long_sums_keep_their_digits, .points = 2, .exercise = "01.12 sum_rows", .file = "reduce.c",
     .hints =
         HINTS("A sum in real must stay short: 32 rows, then a new one from 0.",
               "Block number b has the rows from 32 b, at most 32 of them, however many there are.",
               "for (long begin = 0; begin < rows; begin += SUM_BLOCK), with end = begin + "
               "SUM_BLOCK, but at most rows."))
{
    enum { ROWS = 100003 };
    Tensor *a = draw("a", SHAPE(ROWS, 3)), *sum = output("sum", SHAPE(3));
    for (long i = 0; i < ROWS * 3; i++)
        a->data[i] = (real)0.1;
    resealed(a);
    given("a", "%d rows of 0.1", ROWS);
    EXPECT(Tensor *want = blank(SHAPE(3));
           for (int j = 0; j < 3; j++) want->data[j] = (real)(ROWS * (double)(real)0.1));
    MISTAKE(sums_in_real(S_ONE_CHAIN, a),
            "one chain of additions: its last digits are lost. At most 32 in a row (and in these "
            "tests real is double, so that a double total alone does not help)");
    MISTAKE(sums_in_real(S_WHOLE_BLOCKS, a),
            "the last rows are missing: the last block may be shorter than 32");
    MISTAKE(
        sums_in_real(S_NOT_RESET, a),
        "rows were added again with every block: either block is not set back to 0, or i starts "
        "with 0 in place of begin");
    MISTAKE(sums_in_real(S_LAST_BLOCK, a), "only the last block is left: add each to total");
    CALL(sum_kernel(sum, a, 0));
    check_tensor_within(sum, want, IS_DOUBLE ? 5e-13 : 1e-6, "100003 times 0.1");
    Tensor *x = draw("x", SHAPE(1000, 64)), *longer = draw("longer", SHAPE(1777, 64));
    for (long i = 0; i < 1777 * 64; i++)
        longer->data[i] = i < 1000 * 64 ? x->data[i] : 0;
    resealed(longer);
    given("longer", "x with 777 rows of zeros behind it");
    Tensor *one = output("one", SHAPE(64)), *other = output("other", SHAPE(64));
    CALL(sum_kernel(one, x, 0));
    CALL(sum_kernel(other, longer, 0));
    long changed = 0;
    for (int j = 0; j < 64; j++)
        changed += !(one->data[j] == other->data[j]);
    check_long(changed, 0,
               "zeros behind the last row change no bit of any of 64 sums: block borders are "
               "multiples of 32, whatever rows is");
}

/* ---- 01.13 first_largest ---------------------------------------------------------------------------------- */

static IntTensor *places(const int *numbers_, int ndim, const long *shape)
{
    return input_ids("want", ndim, shape, shape_numel(ndim, shape), numbers_);
}

static IntTensor *empty_index(int ndim, const long *shape)
{
    IntTensor *t = int_tensor_new(ndim, shape);
    for (long i = 0; i < int_tensor_numel(t); i++)
        t->data[i] = -77;
    return t;
}

TEST(largest_by_hand, .points = 1, .exercise = "01.13 first_largest", .file = "argmax.c",
     .hints = HINTS("Remember the position of the best so far.",
                    "An element that is larger than x[best * stride] becomes the best.",
                    "if (x[j * stride] > x[best * stride]) best = j;"))
{
    Tensor *a = input("a", SHAPE(2, 4), VALUES(-4, -9, -2, -3, 3, 7, 1, 5));
    IntTensor *index = empty_index(SHAPE(2));
    EXPECT(IntTensor *want = places((int[]){2, 1}, SHAPE(2)));
    CALL(argmax_kernel(index, a, 1));
    MISTAKE_NUMBER(4, "the number behind the last one was compared too: j < n");
    MISTAKE_NUMBER(-2, "this is the largest element; what is asked for is its position");
    MISTAKE_NUMBER(1, "this is the position of the smallest");
    MISTAKE_NUMBER(0,
                   "compared with 0: all of these are negative. Begin with element 0 as the best");
    check_long(index->data[0], 2, "of (-4, -9, -2, -3) the largest is at 2");
    MISTAKE_NUMBER(7, "this is the largest element; what is asked for is its position");
    MISTAKE_NUMBER(2, "this is the position of the smallest");
    MISTAKE_NUMBER(3, "compared with the element before, not with the best so far");
    check_long(index->data[1], 1, "of (3, 7, 1, 5) the largest is at 1");
    check_ids(index, want, "one position for each row");
}

TEST(first_of_several_equal, .points = 1, .exercise = "01.13 first_largest", .file = "argmax.c",
     .hints = HINTS("Equal is not larger.", "Use > and not >=; and step through x with stride.",
                    "Element j is x[j * stride], whichever axis is asked for."))
{
    Tensor *a = input("a", SHAPE(4), VALUES(3, 7, 7, 1));
    Tensor *m = input("m", SHAPE(3, 2), VALUES(1, 9, 5, 9, 4, 2)), *one = draw("one", SHAPE(1));
    Tensor *last = input("last", SHAPE(3), VALUES(1, 2, 8));
    IntTensor *index = empty_index(SCALAR), *down = empty_index(SHAPE(2));
    CALL(argmax_kernel(index, a, 0));
    MISTAKE_NUMBER(2, "the last of two equal ones: > keeps the first, >= takes the last");
    check_long(index->data[0], 1, "7 is at 1 and 2: the first counts");
    EXPECT(IntTensor *want = places((int[]){1, 0}, SHAPE(2)));
    CALL(argmax_kernel(down, m, 0));
    check_ids(down, want, "down the columns (1, 5, 4) and (9, 9, 2): element j is x[j * stride]");
    CALL(argmax_kernel(index, one, 0));
    check_long(index->data[0], 0, "a single element is the largest");
    CALL(argmax_kernel(index, last, 0));
    MISTAKE_NUMBER(1, "the last element was never looked at: j < n");
    check_long(index->data[0], 2, "the largest may be the last");
}

TEST(nan_counts_as_largest, .points = 2, .exercise = "01.13 first_largest", .file = "argmax.c",
     .hints = HINTS("Comparisons with NaN are always false: it slips through a plain >.",
                    "x != x is true for NaN only.",
                    "Take x[j] if it is larger or NaN; stop as soon as the best is NaN."))
{
    Tensor *inside = input("inside", SHAPE(4), VALUES(3, (real)NAN, 7, 9));
    Tensor *first = input("first", SHAPE(3), VALUES((real)NAN, 1, 2));
    Tensor *two = input("two", SHAPE(4), VALUES(3, (real)NAN, 7, (real)NAN));
    Tensor *m = input("m", SHAPE(3, 2), VALUES(1, 4, (real)NAN, 6, (real)NAN, 5));
    IntTensor *index = empty_index(SCALAR), *down = empty_index(SHAPE(2));
    CALL(argmax_kernel(index, inside, 0));
    MISTAKE_NUMBER(
        3,
        "NaN was passed over, or forgotten again: x != x finds it, and once the best is NaN, stop");
    MISTAKE_NUMBER(2, "after NaN every later element was taken: once the best is NaN, stop");
    check_long(index->data[0], 1, "NaN is at 1");
    CALL(argmax_kernel(index, first, 0));
    MISTAKE_NUMBER(2, "a number replaced NaN: once the best is NaN, stop");
    check_long(index->data[0], 0, "NaN is at 0");
    CALL(argmax_kernel(index, two, 0));
    MISTAKE_NUMBER(3, "the last NaN: the first one counts");
    check_long(index->data[0], 1, "the first of two NaN");
    EXPECT(IntTensor *want = places((int[]){1, 1}, SHAPE(2)));
    CALL(argmax_kernel(down, m, 0));
    check_ids(down, want,
              "down the columns (1, NaN, NaN) and (4, 6, 5): element j is x[j * stride]");
}

typedef enum { L_RIGHT, L_LAST, L_SMALLEST, L_LARGER_THAN_BEFORE, L_ONE_TOO_FEW } LargestWay;

/* Where the largest of each column of t (n, columns) is; ties are common. */
static Tensor *plain_largest(LargestWay way, const Tensor *t)
{
    long n = t->shape[0], columns = t->shape[1];
    Tensor *out = blank(SHAPE(columns));
    for (long c = 0; c < columns; c++) {
        long best = 0;
        for (long j = 1; j < n - (way == L_ONE_TOO_FEW); j++) {
            double x = at(t, AT(j, c)), old = at(t, AT(best, c)), before = at(t, AT(j - 1, c));
            bool better = way == L_LAST                 ? x >= old
                          : way == L_SMALLEST           ? x < old
                          : way == L_LARGER_THAN_BEFORE ? x > before
                                                        : x > old;
            best = better ? j : best;
        }
        out->data[c] = (real)best;
    }
    return out;
}

TEST(largest_of_any_column, .points = 2, .exercise = "01.13 first_largest", .file = "argmax.c",
     .hints = HINTS("Walk once through the elements and remember where the best so far is.",
                    "Compare with the best, not with the one before; equal is not better.",
                    "if (x[j * stride] > x[best * stride]) best = j;"))
{
    Tensor *t = draw("t", SHAPE(5, 16));
    for (long i = 0; i < 80; i++)
        t->data[i] = (real)((long)(draw_seed() % 9) - 9); /* below 0, and some of them equal */
    resealed(t);
    IntTensor *index = empty_index(SHAPE(16));
    EXPECT(Tensor *want = plain_largest(L_RIGHT, t));
    MISTAKE(plain_largest(L_LAST, t), "the last of two equal ones: > keeps the first");
    MISTAKE(plain_largest(L_SMALLEST, t), "these are the positions of the smallest");
    MISTAKE(plain_largest(L_LARGER_THAN_BEFORE, t),
            "compared with the element before, not with the best so far");
    MISTAKE(plain_largest(L_ONE_TOO_FEW, t), "the last element was never looked at: j < n");
    MISTAKE(blank(SHAPE(16)), "compared with 0: all of these are negative. Begin with element 0");
    CALL(argmax_kernel(index, t, 0));
    long found[16];
    for (int i = 0; i < 16; i++)
        found[i] = index->data[i];
    check_tensor(numbers(16, found), want, "the first of the largest, down each column");
}
