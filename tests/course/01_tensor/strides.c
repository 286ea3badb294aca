/* strides.c - 01.1 to 01.3: from an index to a place in memory, and when rows have no gaps. */
#include "headers.h"

/* ---- 01.1 strides_row_major ---------------------------------------------------------------------- */

TEST(row_major_strides_by_hand, .points = 2, .exercise = "01.1 strides_row_major",
     .file = "strides.c",
     .hints = HINTS("Neighbours along the last axis are neighbours in memory: its stride is 1.",
                    "An axis before it passes all elements of the axes behind it: their product.",
                    "for (int d = ndim - 1; d >= 0; d--): stride[d] = step; step *= shape[d];"))
{
    const long shape[] = {2, 3, 4};
    long stride[] = {-77, -77, -77};
    given("shape", "(2, 3, 4)");
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(12, 4, 1)));
    MISTAKE(values(SHAPE(3), VALUES(1, 2, 6)),
            "that is column by column: here the last axis has neighbours, not the first");
    MISTAKE(values(SHAPE(3), VALUES(24, 12, 4)),
            "multiplied before it was used: the last axis has stride 1, then comes its size");
    MISTAKE(values(SHAPE(3), VALUES(2, 3, 4)),
            "these are the sizes; strides are products of sizes");
    MISTAKE(values(SHAPE(3), VALUES(3, 4, 1)),
            "only the next size was taken: a stride is the product of all sizes behind the axis");
    MISTAKE(values(SHAPE(3), VALUES(6, 2, 1)),
            "the sizes in front were multiplied: it is those behind an axis that are passed");
    MISTAKE(values(SHAPE(3), VALUES(48, 16, 4)),
            "these are bytes of a float; strides count elements");
    MISTAKE(values(SHAPE(3), VALUES(-77, 4, 1)), "axis 0 was left out: the loop ends with d = 0");
    MISTAKE(values(SHAPE(3), VALUES(7, 4, 1)), "the sizes were added up: multiply them");
    CALL(strides_row_major(3, shape, stride));
    check_tensor(numbers(3, stride), want,
                 "stride[d] is the product of the sizes behind axis d: 3 * 4, 4, 1");
}

TEST(row_major_strides_of_any_shape, .points = 3, .exercise = "01.1 strides_row_major",
     .file = "strides.c",
     .hints = HINTS("The number of axes varies; look at ndim.",
                    "Write stride[0] to stride[ndim - 1] and nothing behind.",
                    "The product starts with 1 and takes in shape[d] after stride[d] is written."))
{
    int ndim = (int)draw_long("ndim", 0, 5);
    long shape[6], stride[6];
    for (int d = 0; d < 6; d++) {
        shape[d] = 1 + (long)(draw_seed() % 5);
        stride[d] = -77;
    }
    given("shape", "%s", shape_text(ndim, shape));
    EXPECT(long right[6]; for (int d = 0; d < 6; d++) {
        right[d] = d < ndim ? 1 : -77;
        for (int e = d + 1; e < ndim; e++)
            right[d] *= shape[e];
    } Tensor *want = numbers(6, right));
    CALL(strides_row_major(ndim, shape, stride));
    check_tensor(numbers(6, stride), want,
                 "ndim strides are written, and nothing behind them (-77 stood there before)");
}

/* ---- 01.2 strides_offset -------------------------------------------------------------------------- */

TEST(offset_by_hand, .points = 2, .exercise = "01.2 strides_offset", .file = "strides.c",
     .hints = HINTS("Each axis contributes its index times its stride.",
                    "Add up index[d] * stride[d] over all d.",
                    "long offset = 0; for each d: offset += index[d] * stride[d]; return offset;"))
{
    const long stride[] = {12, 4, 1}, index[] = {1, 2, 3};
    given("stride", "(12, 4, 1)");
    given("index", "(1, 2, 3)");
    MISTAKE_NUMBER(6, "the index alone was added up: each step has the length of its stride");
    MISTAKE_NUMBER(17, "the strides alone were added up: multiply each by its index");
    MISTAKE_NUMBER(20, "the last axis is missing: d runs to ndim - 1");
    MISTAKE_NUMBER(11, "the first axis is missing: d starts at 0");
    MISTAKE_NUMBER(3, "assigned where it should be added: only the last axis is left");
    MISTAKE_NUMBER(92, "a float has 4 bytes, but offsets count elements, not bytes");
    check_long(CALL(strides_offset(3, stride, index)), 23, "1*12 + 2*4 + 3*1 = 23");
}

TEST(offset_with_strides_of_any_kind, .points = 2, .exercise = "01.2 strides_offset",
     .file = "strides.c",
     .hints = HINTS("A stride may be 0 or negative; the formula is the same.",
                    "Do not derive strides from a shape: they are given.",
                    "A scalar has no axes, and offset 0: start the sum with 0."))
{
    int ndim = (int)draw_long("ndim", 1, 5);
    long stride[5], index[5];
    for (int d = 0; d < 5; d++) {
        stride[d] = (long)(draw_seed() % 41) - 20;
        index[d] = (long)(draw_seed() % 6);
    }
    given("stride", "%s", shape_text(ndim, stride));
    given("index", "%s", shape_text(ndim, index));
    EXPECT(long want = 0; for (int d = 0; d < ndim; d++) want += index[d] * stride[d]);
    check_long(CALL(strides_offset(ndim, stride, index)), want, "the sum of index[d] * stride[d]");
    check_long(CALL(strides_offset(0, NULL, NULL)), 0, "a scalar: its only element is at data[0]");
}

/* ---- 01.3 tensor_is_contiguous ---------------------------------------------------------------------- */

TEST(contiguous_by_hand, .points = 2, .exercise = "01.3 tensor_is_contiguous", .file = "strides.c",
     .hints = HINTS("Which stride would this axis have in a tensor stored row by row?",
                    "Walk from the last axis with a running product, as in 01.1, and compare.",
                    "if (t->shape[d] != 1 && t->stride[d] != step) return tensor_numel(t) == 0;"))
{
    Tensor rows = header(SHAPE(2, 3), (long[]){3, 1});
    Tensor transposed = header(SHAPE(3, 2), (long[]){1, 3});
    given("rows", "shape (2, 3), stride (3, 1)");
    given("transposed", "shape (3, 2), stride (1, 3)");
    check_long(CALL(tensor_is_contiguous(&rows)), 1, "row by row, without gaps: contiguous");
    MISTAKE_NUMBER(1, "a transposed view was taken for contiguous: compare every stride with the "
                      "one that row by row would give");
    check_long(CALL(tensor_is_contiguous(&transposed)), 0,
               "its rows are columns in memory: not contiguous");
}

TEST(axes_of_size_1_and_gaps, .points = 2, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c",
     .hints = HINTS("Nobody takes a step along an axis of size 1.",
                    "Skip the comparison where shape[d] is 1. The product stays the same there.",
                    "A wrong stride of an axis with 2 or more elements means no."))
{
    Tensor ones = header(SHAPE(1, 2, 1, 3, 1), (long[]){99, 3, -5, 1, 7});
    Tensor gap = header(SHAPE(2, 3), (long[]){4, 1});
    Tensor every_second = header(SHAPE(3), (long[]){2});
    Tensor repeated = header(SHAPE(2, 3), (long[]){0, 1});
    given("ones", "shape (1, 2, 1, 3, 1), stride (99, 3, -5, 1, 7)");
    given("gap", "shape (2, 3), stride (4, 1)");
    given("every_second", "shape (3,), stride (2,)");
    given("repeated", "shape (2, 3), stride (0, 1)");
    MISTAKE_NUMBER(0, "the stride of an axis of size 1 was compared: it means nothing");
    check_long(CALL(tensor_is_contiguous(&ones)), 1, "only axes with 2 or more elements count");
    MISTAKE_NUMBER(1, "the rows have a gap between them, 4 apart with 3 elements each");
    check_long(CALL(tensor_is_contiguous(&gap)), 0, "rows of 3 must be 3 apart");
    MISTAKE_NUMBER(1, "the last axis was not compared: its stride must be 1");
    check_long(CALL(tensor_is_contiguous(&every_second)), 0, "every second element: a gap");
    MISTAKE_NUMBER(1, "stride 0 was let through: one row is read twice, two would be needed");
    check_long(CALL(tensor_is_contiguous(&repeated)), 0, "a repeated row is no second row");
}

TEST(nothing_and_one_number_are_contiguous, .points = 1, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c",
     .hints = HINTS("A tensor with a size of 0 has no elements that could lie wrongly.",
                    "Where a stride does not fit, ask tensor_numel(t) == 0 before you say no.",
                    "A scalar has no axes: the loop runs zero times, and the answer is true."))
{
    Tensor empty = header(SHAPE(0, 3), (long[]){7, 7}),
           inside = header(SHAPE(3, 0), (long[]){7, 7});
    Tensor scalar = header(SCALAR, NULL);
    Tensor gap = header(SHAPE(2, 3), (long[]){4, 1});
    given("empty", "shape (0, 3), stride (7, 7)");
    given("inside", "shape (3, 0), stride (7, 7)");
    given("gap", "shape (2, 3), stride (4, 1)");
    check_long(CALL(tensor_is_contiguous(&scalar)), 1, "one number has no gaps");
    MISTAKE_NUMBER(0, "there are no elements, so none lies wrongly: ask tensor_numel");
    check_long(CALL(tensor_is_contiguous(&empty)), 1, "a tensor without elements is contiguous");
    MISTAKE_NUMBER(0, "there are no elements, so none lies wrongly: ask tensor_numel");
    check_long(CALL(tensor_is_contiguous(&inside)), 1, "a tensor without elements is contiguous");
    check_long(CALL(tensor_is_contiguous(&gap)), 0, "this one has elements, and a gap");
}

/* What is asked of a drawn header, and answers that are wrong for some of them. */
typedef enum { C_RIGHT, C_LAST_AXIS, C_FIRST_AXIS, C_ONES_COUNT, C_ORDER_ONLY } ContiguousWay;

static long is_row_by_row(ContiguousWay way, const Tensor *t)
{
    long step = 1;
    for (int d = t->ndim - 1; d >= 0; step *= t->shape[d], d--) {
        if (t->shape[d] == 1 && way != C_ONES_COUNT)
            continue;
        if ((way == C_LAST_AXIS && d < t->ndim - 1) || (way == C_FIRST_AXIS && d > 0))
            continue;
        if (way == C_ORDER_ONLY ? t->stride[d] < step : t->stride[d] != step)
            return 0;
    }
    return 1;
}

/* Sizes 1 to 4; the strides of one half are right where they count, those of the other are not. */
static Tensor drawn_header(void)
{
    int ndim = 2 + (int)(draw_seed() % 3);
    long shape[4], stride[4], step = 1;
    for (int d = 0; d < ndim; d++)
        shape[d] = 1 + (long)(draw_seed() % 4);
    uint64_t wrong = draw_seed() % (2 * (uint64_t)ndim); /* the axis that does not fit, if any */
    for (int d = ndim - 1; d >= 0; step *= shape[d], d--)
        stride[d] =
            (uint64_t)d == wrong || shape[d] == 1 ? step + 1 + (long)(draw_seed() % 3) : step;
    return header(ndim, shape, stride);
}

enum { HEADERS = 40 };

static Tensor *all_answers(ContiguousWay way, const Tensor t[HEADERS])
{
    long is[HEADERS];
    for (int i = 0; i < HEADERS; i++)
        is[i] = is_row_by_row(way, &t[i]);
    return numbers(HEADERS, is);
}

TEST(contiguous_or_not_at_random, .points = 2, .exercise = "01.3 tensor_is_contiguous",
     .file = "strides.c",
     .hints = HINTS("Any axis may be the one that does not fit, and any may have size 1.",
                    "Compare every axis of 2 or more elements, not only the first or the last.",
                    "if (t->shape[d] != 1 && t->stride[d] != step) ...; step *= t->shape[d];"))
{
    Tensor t[HEADERS];
    long is[HEADERS];
    for (int i = 0; i < HEADERS; i++)
        t[i] = drawn_header();
    given("t", "headers with drawn sizes and strides; the first: shape %s, stride %s",
          shape_text(t[0].ndim, t[0].shape), shape_text(t[0].ndim, t[0].stride));
    EXPECT(Tensor *want = all_answers(C_RIGHT, t));
    MISTAKE(all_answers(C_LAST_AXIS, t), "only the last axis was compared: every axis counts");
    MISTAKE(all_answers(C_FIRST_AXIS, t), "only the first axis was compared: every axis counts");
    MISTAKE(all_answers(C_ONES_COUNT, t),
            "the stride of an axis of size 1 was compared: it means nothing");
    MISTAKE(all_answers(C_ORDER_ONLY, t),
            "a stride that is too large was let through: it leaves a gap, compare with !=");
    for (int i = 0; i < HEADERS; i++)
        is[i] = CALL(tensor_is_contiguous(&t[i]));
    check_tensor(numbers(HEADERS, is), want, "1 where every stride that counts is that of 01.1");
}
