/* views.c - 01.6 to 01.10: transposed, reshaped and sliced views. */
#include <limits.h>
#include "headers.h"
#include "view.h"

/* ---- 01.6 transpose_view ------------------------------------------------------------------------ */

TEST(transpose_by_hand, .points = 2, .exercise = "01.6 transpose_view", .file = "view.c",
     .hints = HINTS("Nothing moves: two sizes and two strides change places.",
                    "Axis d of the result comes from axis1, axis2, or d itself.",
                    "int from = d == axis1 ? axis2 : d == axis2 ? axis1 : d;"))
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor out = fresh_header();
    EXPECT(Tensor *want = values(SHAPE(3, 2), VALUES(1, 4, 2, 5, 3, 6)));
    CALL(transpose_view(&out, a, 0, 1));
    MISTAKE(values(SHAPE(2), VALUES(2, 3)), "the axes stand where they stood in a: swap them");
    MISTAKE(values(SHAPE(2), VALUES(3, 3)),
            "only axis1 was exchanged: it comes from axis2, and axis2 from axis1");
    MISTAKE(values(SHAPE(2), VALUES(2, 2)),
            "only axis2 was exchanged: it comes from axis1, and axis1 from axis2");
    MISTAKE_SHAPE(
        SHAPE(-5),
        "start_view is missing: it gives out the numbers of a, and no axes to begin with");
    check_tensor(shape_of(&out), values(SHAPE(2), VALUES(3, 2)), "(2, 3) becomes (3, 2)");
    MISTAKE(
        values(SHAPE(2), VALUES(3, 1)),
        "only the sizes were swapped: that reads other numbers. Strides travel with their axis");
    MISTAKE(values(SHAPE(2), VALUES(2, 1)), "row-major strides of the new shape: that is a "
                                            "reshape. Transposing swaps the strides of a");
    check_tensor(strides_of(&out), values(SHAPE(2), VALUES(1, 3)),
                 "strides travel with their axis");
    check_tensor(copy_of(&out), want, "out[j][i] = a[i][j]");
    check_long(elements_behind(&out, a), 0, "a view: the numbers stay where they are");
}

TEST(transpose_any_two_axes, .points = 4, .exercise = "01.6 transpose_view", .file = "view.c",
     .hints = HINTS("Other axes than the two keep their place.",
                    "a may be a view already: use its own strides.",
                    "Loop over all axes of a, add_axis(out, a->shape[from], a->stride[from])."))
{
    int axis1 = (int)draw_long("axis1", -4, 3), axis2 = (int)draw_long("axis2", -4, 3);
    Tensor *a = draw_transposed("a", SHAPE(2, 3, 4, 5));
    Tensor out = fresh_header();
    EXPECT(Tensor *want = plain_transpose(a, axis1, axis2));
    CALL(transpose_view(&out, a, axis1, axis2));
    check_long(out.ndim, 4, "as many axes as before");
    check_tensor(shape_of(&out), numbers(4, want->shape), "two sizes have changed places");
    EXPECT(long right[4]; int x = (axis1 + 4) % 4; int y = (axis2 + 4) % 4;
           for (int d = 0; d < 4; d++) right[d] = a->stride[d == x   ? y
                                                            : d == y ? x
                                                                     : d]);
    check_tensor(strides_of(&out), numbers(4, right), "strides travel with their axis");
    check_tensor(copy_of(&out), want, "the same numbers with two axes swapped");
    check_long(elements_behind(&out, a), 0, "a view: the numbers stay where they are");
}

/* ---- 01.7 resolve_shape ------------------------------------------------------------------------------ */

TEST(minus_one_by_hand, .points = 2, .exercise = "01.7 resolve_shape", .file = "resolve_shape.c",
     .hints = HINTS("The missing size is what the others leave over.",
                    "Divide the number of elements by the product of the known sizes.",
                    "shape[unknown] = numel / known;"))
{
    Tensor a = header(SHAPE(24), (long[]){1});
    const long wished[] = {2, -1, 4};
    long shape[] = {-77, -77, -77};
    given("a", "24 elements");
    given("wished", "(2, -1, 4)");
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(2, 3, 4)));
    MISTAKE(values(SHAPE(3), VALUES(2, -1, 4)), "the -1 is still there: put in the missing size");
    MISTAKE(values(SHAPE(3), VALUES(2, -3, 4)),
            "the -1 was multiplied into the product: leave it out");
    MISTAKE(values(SHAPE(3), VALUES(2, 8, 4)), "24 - 2 * 8? Sizes multiply: 24 / (2 * 4)");
    MISTAKE(values(SHAPE(3), VALUES(2, 24, 4)),
            "divided by 1: the known sizes belong in the product");
    MISTAKE(values(SHAPE(3), VALUES(2, 6, 4)),
            "divided by one of the known sizes only: it is their product");
    MISTAKE(values(SHAPE(3), VALUES(-77, 3, -77)), "the sizes that were given must be copied too");
    MISTAKE_MESSAGE("cannot reshape",
                    "24 elements do fill (2, 3, 4). Is the -1 in the product, or was "
                    "the product compared although a size is still missing?");
    CALL(resolve_shape(&a, 3, wished, shape));
    check_tensor(numbers(3, shape), want, "24 / (2 * 4) = 3");
}

TEST(minus_one_anywhere_or_nowhere, .points = 2, .exercise = "01.7 resolve_shape",
     .file = "resolve_shape.c",
     .hints = HINTS("Without a -1 the shape is copied as it is.",
                    "A scalar has one element and no axes; an empty tensor has 0 elements.",
                    "0 elements as (-1, 3): 0 is a multiple of 3, the missing size is 0."))
{
    long i = draw_long("i", 1, 4), j = draw_long("j", 1, 5), k = draw_long("k", 2, 3);
    Tensor a = header(SHAPE(i * j * k), (long[]){1}), none = header(SHAPE(0, 3), (long[]){3, 1});
    Tensor scalar = header(SCALAR, NULL);
    const long first[] = {-1, j, k}, last[] = {i, j, -1}, all[] = {k, i, j}, empty[] = {-1, 3};
    const long gone[] = {5, 0}, one[] = {1, -1};
    long shape[3];
    MISTAKE_MESSAGE("cannot reshape",
                    "this shape can be filled; look at the test before reshape_does_not_fill");
    EXPECT(long ijk[] = {i, j, k});
    CALL(resolve_shape(&a, 3, first, shape));
    check_tensor(numbers(3, shape), numbers(3, ijk), "(-1, j, k) of i * j * k elements");
    CALL(resolve_shape(&a, 3, last, shape));
    check_tensor(numbers(3, shape), numbers(3, ijk), "(i, j, -1) of i * j * k elements");
    CALL(resolve_shape(&a, 3, all, shape));
    check_tensor(numbers(3, shape), numbers(3, all), "no -1: the shape is copied");
    CALL(resolve_shape(&none, 2, empty, shape));
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(0, 3)),
                 "0 elements as (-1, 3): (0, 3)");
    CALL(resolve_shape(&none, 2, gone, shape));
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(5, 0)), "0 elements as (5, 0)");
    CALL(resolve_shape(&scalar, 2, one, shape));
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(1, 1)), "a scalar as (1, -1)");
}

TEST(shapes_that_cannot_be_filled, .points = 3, .exercise = "01.7 resolve_shape",
     .file = "resolve_shape.c",
     .hints = HINTS("Reshape neither drops nor invents elements.",
                    "With a -1: numel % known must be 0. Without: known == numel.",
                    "Before dividing, refuse known == 0: nothing says how large the rest is."))
{
    Tensor a = header(SHAPE(24), (long[]){1}), none = header(SHAPE(0), (long[]){1});
    const long five[] = {5, -1}, few[] = {2, 3}, many[] = {5, 5}, zero[] = {0, -1},
               gone[] = {0, 24};
    /* In 64 bits, 4 * (2^62 + 6) is 24 and 4 * (2^62 + 1) is 4. */
    const long wrapped[] = {(1L << 62) + 6, 4}, wrapped_too[] = {4, (1L << 62) + 1, -1};
    const long huge[] = {1L << 40, 1L << 40, 0x1000}, more[] = {48, -1};
    long shape[3];
    given("a", "24 elements");
    check_fails(resolve_shape(&a, 2, five, shape), "cannot reshape (24,) to (5, -1)",
                "24 is no multiple of 5");
    check_fails(resolve_shape(&a, 2, more, shape), "cannot reshape (24,) to (48, -1)",
                "24 is no multiple of 48");
    check_fails(resolve_shape(&a, 2, few, shape), "cannot reshape (24,) to (2, 3)",
                "(2, 3) has 6 elements, 18 would be lost");
    check_fails(resolve_shape(&a, 2, many, shape), "cannot reshape (24,) to (5, 5)",
                "(5, 5) has 25 elements, one would be missing");
    check_fails(resolve_shape(&a, 2, gone, shape), "cannot reshape", "(0, 24) has no elements");
    check_fails(resolve_shape(&a, 2, zero, shape), "cannot reshape", "(0, -1) can hold nothing");
    check_fails(resolve_shape(&none, 2, zero, shape), "cannot reshape",
                "(0, -1): any number would do, so none is right; and 0 / 0 is a crash");
    check_fails(resolve_shape(&a, 3, huge, shape), "cannot reshape",
                "a product that overflows is no size: use product_up_to");
    check_fails(resolve_shape(&a, 2, wrapped, shape), "cannot reshape",
                "4 * (2^62 + 6) overflows, and only what is left of it is 24: use product_up_to");
    check_fails(resolve_shape(&a, 3, wrapped_too, shape), "cannot reshape",
                "4 * (2^62 + 1) overflows, and only what is left of it is 4: use product_up_to");
}

/* ---- 01.8 reshape_view --------------------------------------------------------------------------------- */

TEST(reshape_by_hand, .points = 2, .exercise = "01.8 reshape_view", .file = "reshape.c",
     .hints = HINTS(
         "A contiguous tensor only needs other strides.",
         "resolve_shape first, then strides_row_major for the new shape.",
         "start_view(out, a); then add_axis(out, shape[d], stride[d]) for each; return true;"))
{
    Tensor *a = input("a", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor out = fresh_header();
    const long wished[] = {3, -1};
    EXPECT(Tensor *want = values(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6)));
    bool possible = CALL(reshape_view(&out, a, 2, wished));
    check_long(possible, 1, "a is contiguous: it can be reshaped without a copy");
    MISTAKE(values(SHAPE(2), VALUES(3, -1)),
            "the -1 is still there: use the shape from resolve_shape");
    MISTAKE_SHAPE(
        SHAPE(-5),
        "start_view is missing: it gives out the numbers of a, and no axes to begin with");
    check_tensor(shape_of(&out), values(SHAPE(2), VALUES(3, 2)), "6 elements as (3, -1): (3, 2)");
    MISTAKE(values(SHAPE(2), VALUES(3, 1)),
            "these are the strides of a: its rows had another length");
    MISTAKE(values(SHAPE(2), VALUES(1, 3)),
            "that is a transpose: reshape keeps the order of the elements");
    check_tensor(strides_of(&out), values(SHAPE(2), VALUES(2, 1)), "row-major strides of (3, 2)");
    check_tensor(copy_of(&out), want, "the same numbers in the same order");
    check_long(elements_behind(&out, a), 0, "a view: the numbers stay where they are");
}

TEST(reshape_of_a_transposed_view, .points = 3, .exercise = "01.8 reshape_view",
     .file = "reshape.c",
     .hints = HINTS(
         "Is a contiguous? If not, row-major strides read the wrong numbers.",
         "reshape_strides says whether there are strides that fit; where it says no, so do you.",
         "else if (!reshape_strides(a, ndim, shape, stride)) return false;"))
{
    Tensor *a = draw_transposed("a", SHAPE(4, 3, 2));
    Tensor flat = fresh_header(), split = fresh_header();
    const long line[] = {24}, wished[] = {2, 2, 3, 2};
    MISTAKE_NUMBER(1,
                   "row-major strides on a view read other numbers: ask tensor_is_contiguous, then "
                   "reshape_strides");
    check_long(CALL(reshape_view(&flat, a, 1, line)), 0,
               "no single step reads a transposed view row by row: return false");
    check_long(flat.ndim, -7, "where the answer is false, out stays as it was");
    EXPECT(Tensor *want = plain_reshape(a, 4, wished));
    MISTAKE_NUMBER(0, "cutting one axis in two never needs a copy: ask reshape_strides");
    bool possible = CALL(reshape_view(&split, a, 4, wished));
    check_long(possible, 1, "(4, 3, 2) to (2, 2, 3, 2) only cuts axis 0: a view is possible");
    check_tensor(strides_of(&split), values(SHAPE(4), VALUES(12, 6, 1, 3)), "axis 0 is cut in two");
    check_tensor(copy_of(&split), want, "the same numbers in the same order");
}

TEST(reshape_of_part_of_a_matrix, .points = 2, .exercise = "01.8 reshape_view", .file = "reshape.c",
     .hints = HINTS("The element 0 of a view may lie anywhere: start_view takes a's data.",
                    "resolve_shape comes first, also for a view.",
                    "Rows with a gap can be grouped, but not cut across."))
{
    Tensor *whole = draw("whole", SHAPE(4, 6));
    Tensor left = *whole;
    left.shape[1] = 3; /* columns 1 to 3 of the matrix */
    left.data += 1;
    given("left", "columns 1 to 3 of a (4, 6) matrix");
    Tensor grouped = fresh_header(), flat = fresh_header();
    const long wished[] = {2, -1, 3}, line[] = {-1};
    EXPECT(Tensor *want = plain_reshape(&left, SHAPE(2, 2, 3)));
    bool possible = CALL(reshape_view(&grouped, &left, 3, wished));
    check_long(possible, 1, "rows can be grouped without a copy");
    MISTAKE(values(SHAPE(3), VALUES(6, 3, 1)),
            "row-major strides, but the rows of this view have gaps: it is not contiguous");
    check_tensor(strides_of(&grouped), values(SHAPE(3), VALUES(12, 6, 1)), "rows are 6 apart");
    check_tensor(copy_of(&grouped), want, "the same numbers in the same order");
    check_long(elements_behind(&grouped, whole), 1, "element 0 is where it was in the view");
    check_long(CALL(reshape_view(&flat, &left, 1, line)), 0, "rows with gaps are no single line");
    Tensor empty = header(SHAPE(0, 3), (long[]){7, 7});
    const long gone[] = {5, 0};
    check_long(CALL(reshape_view(&flat, &empty, 2, gone)), 1, "no elements: contiguous, a view");
    check_tensor(shape_of(&flat), values(SHAPE(2), VALUES(5, 0)), "0 elements as (5, 0)");
}

/* ---- 01.9 slice_count_up ------------------------------------------------------------------------------------- */

TEST(count_by_hand, .points = 2, .exercise = "01.9 slice_count_up", .file = "slice_count.c",
     .hints = HINTS("2, 5, 8 are before 9: three elements.",
                    "The first costs nothing; each further one costs step.",
                    "(stop - *start - 1) / step + 1, if stop is behind *start"))
{
    long two = 2, minus_three = -3;
    MISTAKE_NUMBER(
        2, "rounded down: (9 - 2) / 3 = 2 counts whole steps, but the first element is free");
    MISTAKE_NUMBER(7, "the step was forgotten: every third element only");
    MISTAKE_NUMBER(21, "multiplied by the step: a larger step meets fewer elements");
    check_long(CALL(slice_count_up(&two, 9, 3, 10)), 3, "2:9:3 is 2, 5, 8");
    check_long(two, 2, "a start inside the axis stays as it is");
    check_long(CALL(slice_count_up(&minus_three, 99, 1, 10)), 3, "-3:99 of 10 is 7, 8, 9");
    MISTAKE_NUMBER(-3,
                   "start was not brought into range: *start = slice_cut(*start, 0, size, size)");
    check_long(minus_three, 7, "-3 counts from the end: 10 - 3 = 7");
}

TEST(counts_at_the_edges, .points = 2, .exercise = "01.9 slice_count_up", .file = "slice_count.c",
     .hints = HINTS("stop itself does not belong to the slice.",
                    "Both bounds are cut to 0 .. size; SLICE_END stands for size.",
                    "stop = stop == SLICE_END ? size : slice_cut(stop, 0, size, size);"))
{
    long two = 2, also_two = 2, three = 3, five = 5, zero = 0, far = 99, none = 0, minus_far = -99;
    MISTAKE_NUMBER(3, "stop itself was counted: 2:8:3 is 2 and 5, and 8 is not before 8");
    check_long(CALL(slice_count_up(&two, 8, 3, 10)), 2, "2:8:3 is 2, 5");
    MISTAKE_NUMBER(0, "SLICE_END was cut like a number; it means: to the end");
    check_long(CALL(slice_count_up(&also_two, SLICE_END, 1, 10)), 8, "2: of 10 is eight elements");
    MISTAKE_NUMBER(-2, "stop before start gives no elements, not a negative number");
    MISTAKE_NUMBER(-1, "stop before start gives no elements, not a negative number");
    check_long(CALL(slice_count_up(&five, 3, 1, 10)), 0, "5:3 has no elements");
    MISTAKE_NUMBER(1, "stop at start: no element lies before it");
    check_long(CALL(slice_count_up(&three, 3, 2, 10)), 0, "3:3:2 has no elements");
    MISTAKE_NUMBER(0, "a negative stop counts from the end");
    check_long(CALL(slice_count_up(&zero, -1, 1, 10)), 9, "0:-1 leaves out the last one");
    long start = 0;
    MISTAKE_NUMBER(1, "the stop was cut to 1: it is cut to 0 .. size, as the start is");
    check_long(CALL(slice_count_up(&start, -99, 1, 10)), 0, "0:-99 ends in front of the first");
    check_long(CALL(slice_count_up(&far, SLICE_END, 1, 10)), 0, "a start behind the end: nothing");
    check_long(far, 10, "start is cut to size");
    check_long(CALL(slice_count_up(&none, 5, 1, 0)), 0, "an axis of size 0 has no elements");
    check_long(CALL(slice_count_up(&minus_far, 2, LONG_MAX, 10)), 1, "a huge step: only the first");
    check_long(minus_far, 0, "start is cut to 0");
}

typedef enum { S_RIGHT, S_ROUNDED_DOWN, S_NO_STEP, S_STOP_TOO, S_STOP_NOT_CUT } CountWay;
enum { SLICES = 20 };

/* start, stop, step and size of one slice, and how many it has: counted one by one. */
static long counted(CountWay way, const long s[4])
{
    long first = s[0] < 0 ? s[0] + s[3] : s[0], end = s[1] < 0 ? s[1] + s[3] : s[1], count = 0;
    end += way == S_STOP_TOO;
    for (long i = first < 0 ? 0 : first; i < end && (i < s[3] || way == S_STOP_NOT_CUT);
         i += way == S_NO_STEP ? 1 : s[2])
        count += way != S_ROUNDED_DOWN || i + s[2] <= (end < s[3] ? end : s[3]);
    return count;
}

static Tensor *all_counted(CountWay way, long s[SLICES][4])
{
    long count[SLICES];
    for (int i = 0; i < SLICES; i++)
        count[i] = counted(way, s[i]);
    return numbers(SLICES, count);
}

static Tensor *all_starts(long s[SLICES][4])
{
    long first[SLICES];
    for (int i = 0; i < SLICES; i++) {
        first[i] = s[i][0] < 0 ? s[i][0] + s[i][3] : s[i][0];
        first[i] = first[i] < 0 ? 0 : first[i] > s[i][3] ? s[i][3] : first[i];
    }
    return numbers(SLICES, first);
}

TEST(counts_of_any_slice, .points = 2, .exercise = "01.9 slice_count_up", .file = "slice_count.c",
     .hints = HINTS("Bring both bounds into 0 .. size first, then count.",
                    "cut does it for both, negative numbers included; one formula is left.",
                    "return stop > *start ? (stop - *start - 1) / step + 1 : 0;"))
{
    long s[SLICES][4], count[SLICES], from[SLICES];
    for (int i = 0; i < SLICES; i++) {
        s[i][3] = 3 + (long)(draw_seed() % 10);
        s[i][0] = (long)(draw_seed() % 10) - 6;
        s[i][1] = (long)(draw_seed() % 24) - 4;
        s[i][2] = 1 + (long)(draw_seed() % 4);
        from[i] = s[i][0];
    }
    given("s", "drawn slices; the first is %ld:%ld:%ld of %ld", s[0][0], s[0][1], s[0][2], s[0][3]);
    EXPECT(Tensor *want = all_counted(S_RIGHT, s), *starts = all_starts(s));
    MISTAKE(all_counted(S_ROUNDED_DOWN, s),
            "rounded down: whole steps were counted, but the first element is free");
    MISTAKE(all_counted(S_NO_STEP, s), "the step was forgotten: every step-th element only");
    MISTAKE(all_counted(S_STOP_TOO, s), "stop itself was counted: it does not belong to the slice");
    MISTAKE(all_counted(S_STOP_NOT_CUT, s), "stop was not brought into range: at most size");
    for (int i = 0; i < SLICES; i++)
        count[i] = CALL(slice_count_up(&from[i], s[i][1], s[i][2], s[i][3]));
    check_tensor(numbers(SLICES, count), want, "Python's start:stop:step, counted");
    check_tensor(numbers(SLICES, from), starts, "start is brought into 0 .. size");
}

/* ---- 01.10 slice_view ---------------------------------------------------------------------------------------- */

TEST(slice_by_hand, .points = 2, .exercise = "01.10 slice_view", .file = "slice.c",
     .hints =
         HINTS("Three things change: where element 0 is, one stride, one size.",
               "data moves by start strides; the stride is multiplied by step; the size is count.",
               "out->data += start * a->stride[axis]; out->stride[axis] *= step;"))
{
    Tensor *a = input("a", SHAPE(6), VALUES(0, 1, 2, 3, 4, 5));
    Tensor out = fresh_header();
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(1, 3, 5)));
    CALL(slice_view(&out, a, 0, 1, 6, 2));
    MISTAKE(values(SHAPE(1), VALUES(6)), "the size is still that of a: it becomes the count");
    MISTAKE(values(SHAPE(1), VALUES(5)), "the step was forgotten when counting");
    MISTAKE_SHAPE(
        SHAPE(-6),
        "start_view is missing: it gives out the numbers of a, and no axes to begin with");
    check_tensor(shape_of(&out), values(SHAPE(1), VALUES(3)), "1, 3 and 5: three elements");
    MISTAKE_NUMBER(0, "element 0 is still that of a: move out->data by start strides");
    MISTAKE_NUMBER(2, "data was moved by start * step: start counts elements, not steps");
    check_long(elements_behind(&out, a), 1, "element 0 of the slice is element 1 of a");
    MISTAKE(values(SHAPE(1), VALUES(1)),
            "the stride is still that of a: one step in out is two in a");
    MISTAKE(values(SHAPE(1), VALUES(3)), "added where it should be multiplied: stride times step");
    check_tensor(strides_of(&out), values(SHAPE(1), VALUES(2)), "every second element: stride 2");
    check_tensor(copy_of(&out), want, "elements 1, 3, 5");
}

TEST(slice_of_an_axis_with_gaps, .points = 3, .exercise = "01.10 slice_view", .file = "slice.c",
     .hints =
         HINTS("The other axes keep their size and stride.",
               "One element along the axis is a->stride[axis] elements in memory.",
               "slice_count_up changes start into 0 .. size: pass its address, use it afterwards."))
{
    Tensor *a = draw_transposed("a", SHAPE(2, 3, 7)); /* strides 21, 1, 3 */
    long start = draw_long("start", -6, 2), step = draw_long("step", 1, 3);
    Tensor out = fresh_header();
    EXPECT(long first = start < 0 ? start + 7 : start; long count = (6 - first + step - 1) / step;
           count = count < 0 ? 0 : count; Tensor *want = blank(SHAPE(2, 3, count));
           for (long i = 0; i < 2 * 3 * count; i++) want->data[i] =
               (real)at(a, AT(i / (3 * count), i / count % 3, first + i % count * step)));
    EXPECT(long behind = first < 6 ? 3 * first : 0; long wide = 3; if (count > 1) wide = 3 * step);
    CALL(slice_view(&out, a, -1, start, -1, step));
    check_tensor(shape_of(&out), numbers(3, want->shape), "only the size of axis 2 has changed");
    EXPECT(long right[] = {21, 1, wide}, set[] = {21, 1, step}, added[] = {21, 1, 3 + step});
    MISTAKE(numbers(3, set),
            "the stride was set to step: it is multiplied, a->stride[axis] * step");
    MISTAKE(numbers(3, added), "added where it should be multiplied: stride times step");
    check_tensor(
        strides_of(&out), numbers(3, right),
        "the stride of axis 2 times step, if there are two elements or more; all else stays");
    MISTAKE_NUMBER((double)(3 * start),
                   "the start before it was brought into range was used: pass &start");
    MISTAKE_NUMBER(
        (double)(behind / 3),
        "moved by start alone, as if neighbours along the axis were neighbours in memory: "
        "a is a view, take start * a->stride[axis]");
    check_long(elements_behind(&out, a), behind, "data moves by start * a->stride[axis]");
    check_tensor(copy_of(&out), want, "out[i][j][k] = a[i][j][start + k * step]");
}

TEST(slice_backwards_and_to_nothing, .points = 2, .exercise = "01.10 slice_view", .file = "slice.c",
     .hints = HINTS("A negative step makes a negative stride; nothing else is special.",
                    "For step < 0 count with slice_count_down.",
                    "Move data only if count > 0, change the stride only if count > 1."))
{
    Tensor *a = input("a", SHAPE(4), VALUES(1, 2, 3, 4));
    Tensor *m = input("m", SHAPE(2, 2), VALUES(1, 2, 3, 4));
    Tensor out = fresh_header(), empty = fresh_header(), one = fresh_header(), row = fresh_header();
    EXPECT(Tensor *want = values(SHAPE(4), VALUES(4, 3, 2, 1)));
    CALL(slice_view(&out, a, 0, 3, SLICE_END, -1));
    MISTAKE(values(SHAPE(1), VALUES(1)),
            "counted upwards: where step is negative, slice_count_down counts");
    MISTAKE(values(SHAPE(1), VALUES(0)),
            "counted upwards: where step is negative, slice_count_down counts");
    check_tensor(shape_of(&out), values(SHAPE(1), VALUES(4)), "3, 2, 1, 0: four elements");
    check_tensor(strides_of(&out), values(SHAPE(1), VALUES(-1)), "backwards: stride -1");
    check_long(elements_behind(&out, a), 3, "element 0 of the slice is the last of a");
    check_tensor(copy_of(&out), want, "the elements backwards");
    CALL(slice_view(&empty, a, 0, 9, SLICE_END, 1));
    check_tensor(shape_of(&empty), values(SHAPE(1), VALUES(0)), "9: of 4 is nothing");
    MISTAKE_NUMBER(4, "data points behind the numbers of a: without elements it stays where it is");
    check_long(elements_behind(&empty, a), 0, "nothing to point at: data stays");
    CALL(slice_view(&one, a, 0, 2, 3, LONG_MAX / 2));
    check_tensor(shape_of(&one), values(SHAPE(1), VALUES(1)), "2:3 is one element");
    MISTAKE_NUMBER((double)(LONG_MAX / 2),
                   "the stride was multiplied by a step that nobody takes: only "
                   "with two elements or more");
    check_long(one.stride[0], 1, "one element: its stride stays");
    check_long(elements_behind(&one, a), 2, "element 0 of the slice is element 2 of a");
    CALL(slice_view(&row, m, 0, 0, 2, 1));
    check_tensor(copy_of(&row), copy_of(m), "0:2 of 2 rows is all of them");
    CALL(slice_view(&row, m, 0, 1, 2, 1));
    check_long(elements_behind(&row, m), 2, "row 1 of (2, 2) begins 1 * 2 elements behind row 0");
}
