/* numbers.c - 01.11 to 01.13: products, sums, and the largest. */
#include "headers.h"

/* ---- 01.11 mul_row ----------------------------------------------------------------------------------- */

TEST(product_by_hand, .points = 2, .exercise = "01.11 mul_row", .file = "elementwise.c",
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
    CALL(mul_forward(out, a, b));
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

TEST(product_of_broadcast_pairs, .points = 2, .exercise = "01.11 mul_row", .file = "elementwise.c",
     .hints = HINTS("rows_apply prepares the rows: write only the loop.",
                    "Element i of every operand belongs together.",
                    "No strides in here, no shapes."))
{
    Tensor *a = draw_transposed("a", SHAPE(5, 3)), *b = draw("b", SHAPE(4, 1, 3));
    Tensor *column = draw("column", SHAPE(5, 1));
    Tensor *out = output("out", SHAPE(4, 5, 3)), *wide = output("wide", SHAPE(5, 3));
    EXPECT(Tensor *want = plain_pair(a, b, times));
    CALL(mul_forward(out, a, b));
    check_tensor(out, want, "out[i][j][k] = a[j][k] * b[i][0][k]");
    EXPECT(Tensor *want_wide = plain_pair(a, column, times));
    MISTAKE(times_first(a), "b[0] was used for every element: b[i]");
    CALL(mul_forward(wide, a, column));
    check_tensor(wide, want_wide, "wide[j][k] = a[j][k] * column[j][0]");
}

/* ---- 01.12 sum_row ------------------------------------------------------------------------------------- */

TEST(column_sums_by_hand, .points = 2, .exercise = "01.12 sum_row", .file = "reduce.c",
     .hints = HINTS("Each row is added to what out already holds.",
                    "out[i * out_stride] += a[i * a_stride];",
                    "for (long i = 0; i < n; i++) out[i * out_stride] += a[i * a_stride];"))
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *columns = output("columns", SHAPE(3)), *rows = output("rows", SHAPE(2, 1));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(5, 7, 9)));
    MISTAKE(values(SHAPE(3), VALUES(4, 5, 6)), "only the last row is left: add with +=");
    MISTAKE(values(SHAPE(3), VALUES(5, 0, 0)), "only the first element was added: n of them");
    MISTAKE(values(SHAPE(3), VALUES(21, 0, 0)),
            "all went into the first element: each i has its own, out[i * out_stride], and no sum "
            "beside it");
    MISTAKE(values(SHAPE(3), VALUES(0, 7, 9)), "i starts with 0");
    MISTAKE(values(SHAPE(3), VALUES(5, 7, 0)), "the last element is missing: i < n");
    CALL(sum_to(columns, a, 0));
    check_tensor(columns, want, "1 + 4, 2 + 5, 3 + 6");
    MISTAKE(values(SHAPE(2, 1), VALUES(3, 6)), "only the last element is left: add with +=");
    MISTAKE(values(SHAPE(2, 1), VALUES(3, 12)),
            "the first element was added n times: a[i * a_stride]");
    MISTAKE(
        values(SHAPE(2, 1), VALUES(1, 6)),
        "out_stride was ignored: with out_stride 0 all of a row land in one, out[i * out_stride]");
    CALL(sum_to(rows, a, 0));
    check_tensor(rows, values(SHAPE(2, 1), VALUES(6, 15)), "1 + 2 + 3 and 4 + 5 + 6");
    Tensor turned = header(SHAPE(3, 2), (long[]){1, 3});
    turned.data = a->data;
    given("turned", "a transposed: (3, 2), stride (1, 3)");
    Tensor *across = output("across", SHAPE(3, 1));
    MISTAKE(values(SHAPE(3, 1), VALUES(3, 5, 7)),
            "a_stride was ignored: neighbours in this row are 3 apart, a[i * a_stride]");
    CALL(sum_to(across, &turned, 0));
    check_tensor(across, values(SHAPE(3, 1), VALUES(5, 7, 9)), "1 + 4, 2 + 5, 3 + 6");
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

TEST(sums_over_any_axes, .points = 3, .exercise = "01.12 sum_row", .file = "reduce.c",
     .hints = HINTS("Both strides count: a row of a view is not 1 apart.",
                    "a[i] is right only where a_stride is 1; write a[i * a_stride].",
                    "With out_stride 0 every element lands in one: no special case."))
{
    Tensor *a = draw_transposed("a", SHAPE(3, 4, 5));
    Tensor *last = output("last", SHAPE(3, 4, 1)), *middle = output("middle", SHAPE(3, 1, 5));
    Tensor *all = output("all", SHAPE(1, 1, 1)), *first = output("first", SHAPE(1, 4, 5));
    EXPECT(Tensor *want = plain_sum(a, SHAPE(3, 4, 1)));
    CALL(sum_to(last, a, 0));
    check_tensor(last, want, "over the last axis");
    EXPECT(Tensor *want_middle = plain_sum(a, SHAPE(3, 1, 5)));
    CALL(sum_to(middle, a, 0));
    check_tensor(middle, want_middle, "over the middle axis");
    EXPECT(Tensor *want_first = plain_sum(a, SHAPE(1, 4, 5)));
    CALL(sum_to(first, a, 0));
    check_tensor(first, want_first, "over the first axis");
    EXPECT(Tensor *want_all = plain_sum(a, SHAPE(1, 1, 1)));
    CALL(sum_to(all, a, 0));
    check_tensor(all, want_all, "over all axes");
    Tensor *other = draw_transposed("other", SHAPE(2, 1200)), *row = output("row", SHAPE(1200));
    EXPECT(Tensor *want_row = blank(SHAPE(1200));
           for (long i = 0; i < 2; i++) for (long j = 0; j < 1200; j++) want_row->data[j] +=
           (real)at(other, AT(i, j)));
    CALL(sum_to(row, other, 0));
    check_tensor(row, want_row, "columns of a transposed view");
    Tensor *each = output("each", SHAPE(2, 1)), *repeated = output("repeated", SHAPE(4));
    Tensor *column = input("column", SHAPE(3), VALUES(1, 2, 3));
    Tensor stretched = header(SHAPE(3, 4), (long[]){1, 0});
    stretched.data = column->data;
    EXPECT(Tensor *want_each = blank(SHAPE(2, 1));
           for (long i = 0; i < 2; i++) for (long j = 0; j < 1200; j++) want_each->data[i] +=
           (real)at(other, AT(i, j)));
    CALL(sum_to(each, other, 0));
    check_tensor_within(each, want_each, IS_DOUBLE ? 1e-9 : 1e-3, "rows of a transposed view");
    CALL(sum_to(repeated, &stretched, 0));
    check_tensor(repeated, values(SHAPE(4), VALUES(6, 6, 6, 6)),
                 "a column read four times: stride 0");
    Tensor *pairs = draw("pairs", SHAPE(3, 6)), *room = draw("room", SHAPE(6, 2));
    may_change(room);
    Tensor spread = header(SHAPE(6), (long[]){2});
    spread.data = room->data + 1;
    EXPECT(Tensor *want_room = copy_of(room);
           for (int i = 0; i < 6; i++) want_room->data[2 * i + 1] =
               (real)(at(pairs, AT(0, i)) + at(pairs, AT(1, i)) + at(pairs, AT(2, i))));
    CALL(sum_to(&spread, pairs, 0));
    check_tensor(room, want_room, "sums written into every second place: out[i * out_stride]");
}

TEST(sum_adds_to_what_is_there, .points = 2, .exercise = "01.12 sum_row", .file = "reduce.c",
     .hints = HINTS("Before the first row, out holds something already: keep it.",
                    "Do not set out to 0: sum_to has done what beta asks for.",
                    "Long rows and short rows: the same one loop."))
{
    Tensor *a = draw("a", SHAPE(4, 1, 700)), *sum = draw("sum", SHAPE(4, 1, 1));
    Tensor *scalar = draw("scalar", SCALAR), *line = draw("line", SHAPE(1300));
    may_change(sum);
    may_change(scalar);
    EXPECT(Tensor *want = plain_pair(plain_sum(a, SHAPE(4, 1, 1)), sum, plus));
    MISTAKE(plain_sum(a, SHAPE(4, 1, 1)), "what out held before is lost: add to it");
    CALL(sum_to(sum, a, 1));
    check_tensor_within(sum, want, IS_DOUBLE ? 1e-9 : 1e-3, "with beta = 1: out + the sum of a");
    EXPECT(double total = 2 * (double)*scalar->data;
           for (long i = 0; i < 1300; i++) total += (double)line->data[i];
           Tensor *want_total = blank(SCALAR); *want_total->data = (real)total);
    CALL(sum_to(scalar, line, 2));
    check_tensor_within(scalar, want_total, IS_DOUBLE ? 1e-9 : 1e-3,
                        "with beta = 2: 2 out + the sum");
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
    CALL(argmax_forward(index, a, 1));
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
    CALL(argmax_forward(index, a, 0));
    MISTAKE_NUMBER(2, "the last of two equal ones: > keeps the first, >= takes the last");
    check_long(index->data[0], 1, "7 is at 1 and 2: the first counts");
    EXPECT(IntTensor *want = places((int[]){1, 0}, SHAPE(2)));
    CALL(argmax_forward(down, m, 0));
    check_ids(down, want, "down the columns (1, 5, 4) and (9, 9, 2): element j is x[j * stride]");
    CALL(argmax_forward(index, one, 0));
    check_long(index->data[0], 0, "a single element is the largest");
    CALL(argmax_forward(index, last, 0));
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
    CALL(argmax_forward(index, inside, 0));
    MISTAKE_NUMBER(
        3,
        "NaN was passed over, or forgotten again: x != x finds it, and once the best is NaN, stop");
    MISTAKE_NUMBER(2, "after NaN every later element was taken: once the best is NaN, stop");
    check_long(index->data[0], 1, "NaN is at 1");
    CALL(argmax_forward(index, first, 0));
    MISTAKE_NUMBER(2, "a number replaced NaN: once the best is NaN, stop");
    check_long(index->data[0], 0, "NaN is at 0");
    CALL(argmax_forward(index, two, 0));
    MISTAKE_NUMBER(3, "the last NaN: the first one counts");
    check_long(index->data[0], 1, "the first of two NaN");
    EXPECT(IntTensor *want = places((int[]){1, 1}, SHAPE(2)));
    CALL(argmax_forward(down, m, 0));
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
    CALL(argmax_forward(index, t, 0));
    long found[16];
    for (int i = 0; i < 16; i++)
        found[i] = index->data[i];
    check_tensor(numbers(16, found), want, "the first of the largest, down each column");
}
