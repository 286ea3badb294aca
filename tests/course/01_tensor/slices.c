/* slices.c - 01.8 and 01.9: how many elements a slice has, and the view of them. */
#include <limits.h>
#include "want.h"
#include "view.h"

/* ---- 01.8 slice_count_up ------------------------------------------------------------------------------------- */

TEST(count_by_hand, .points = 1, .exercise = "01.8 slice_count_up", .file = "slice_count.c")
{
    long start = 2, from_the_end = -3;

    long want = EXPECT(count_want(2, 9, 3, 10));
    long count = CALL(slice_count_up(&start, 9, 3, 10));
    check_long(count, want, "2:9:3 is 2, 5, 8");
    check_long(start, 2, "a start inside the axis stays as it is");
    long want_last = EXPECT(count_want(-3, 99, 1, 10));
    long last = CALL(slice_count_up(&from_the_end, 99, 1, 10));
    check_long(last, want_last, "-3:99 of 10 is 7, 8, 9");
    check_long(from_the_end, 7, "-3 counts from the end: 10 - 3 = 7");
}

static void given_long(const char *name, long x)
{
    if (x == SLICE_END)
        given(name, "SLICE_END");
    else
        given(name, "%ld", x);
}

TEST(counts_at_the_edges, .points = 2, .exercise = "01.8 slice_count_up", .file = "slice_count.c")
{
    long n = draw_long("n", 9, 20), i = draw_long("i", 1, 3), k = draw_long("k", 2, 3);
    long far = draw_long("far", 1, 90);
    const struct {
        long start, stop, step, size;
        const char *rule;
    } all[] = {
        {i, i + 2 * k, k, n, "i:i+2k:k is i, i + k: i + 2k is not before i + 2k"},
        {i, SLICE_END, 1, n, "i: of n is n - i elements"},
        {i + k, i, 1, n, "a stop before the start: no elements"},
        {i, i, k, n, "a stop at the start: no elements"},
        {0, -i, 1, n, "0:-i leaves out the last i"},
        {0, -n - far, 1, n, "a stop in front of the first: no elements"},
        {n + far, SLICE_END, 1, n, "a start behind the end is cut to size: nothing"},
        {0, i, 1, 0, "an axis of size 0 has no elements"},
        {-n - far, k, LONG_MAX, n, "a start in front of 0 is cut to 0; a huge step: one element"},
    };
    for (size_t c = 0; c < sizeof all / sizeof *all; c++) {
        long start = all[c].start, stop = all[c].stop, step = all[c].step, size = all[c].size;
        given_long("start", start);
        given_long("stop", stop);
        given_long("step", step);
        given_long("size", size);

        long want = EXPECT(count_want(start, stop, step, size));
        long first = EXPECT(start_want(start, size));
        long count = CALL(slice_count_up(&start, stop, step, size));
        check_long(count, want, all[c].rule);
        check_long(start, first, "start is brought into 0 .. size");
    }
}

TEST(counts_of_any_slice, .points = 2, .exercise = "01.8 slice_count_up", .file = "slice_count.c")
{
    for (int i = 0; i < 20; i++) {
        long start = draw_long("start", -6, 3), stop = draw_long("stop", -4, 19);
        long step = draw_long("step", 1, 4), size = draw_long("size", 3, 12);

        long want = EXPECT(count_want(start, stop, step, size));
        long first = EXPECT(start_want(start, size));
        long count = CALL(slice_count_up(&start, stop, step, size));
        check_long(count, want, "Python's start:stop:step, counted");
        check_long(start, first, "start is brought into 0 .. size");
    }
}

/* ---- 01.9 slice_view ---------------------------------------------------------------------------------------- */

TEST(slice_by_hand, .points = 1, .exercise = "01.9 slice_view", .file = "slice.c")
{
    Tensor *a = input("a", SHAPE(6), VALUES(0, 1, 2, 3, 4, 5)), *out = unset_header();

    Tensor *want = EXPECT(sliced_want(a, 0, 1, 6, 2));
    CALL(slice_view(out, a, 0, 1, 6, 2));
    check_view(out, want, a, "1:6:2 is elements 1, 3, 5: one element later, stride 2");
}

TEST(slice_of_an_axis_with_gaps, .points = 5, .exercise = "01.9 slice_view", .file = "slice.c")
{
    Tensor *a = draw_transposed("a", SHAPE(2, 5, 9)), *out = unset_header(),
           *short_ = unset_header();
    long start = draw_long("start", -8, -6), step = draw_long("step", 2, 3);
    long later = draw_long("later", 4, 6);

    Tensor *want = EXPECT(sliced_want(a, 2, start, -1, step));
    CALL(slice_view(out, a, -1, start, -1, step));
    check_view(out, want, a, "out[i][j][k] = a[i][j][start + k * step]; axes 0 and 1 stay");
    Tensor *want_short = EXPECT(sliced_want(a, 2, later, -1, 1));
    CALL(slice_view(short_, a, -1, later, -1, 1));
    check_view(short_, want_short, a, "out[i][j][k] = a[i][j][later + k]; axes 0 and 1 stay");
}

TEST(slice_backwards_and_to_nothing, .points = 2, .exercise = "01.9 slice_view", .file = "slice.c")
{
    long n = draw_long("n", 5, 9), rows = draw_long("rows", 2, 4),
         columns = draw_long("columns", 3, 6);
    long i = draw_long("i", 1, 3), last = n - draw_long("back", 1, 2), row_i = rows - 1;
    Tensor *a = draw("a", SHAPE(n)), *m = draw("m", SHAPE(rows, columns));
    Tensor *out = unset_header(), *empty = unset_header(), *one = unset_header();
    Tensor *all = unset_header(), *row = unset_header();
    const long huge = LONG_MAX / 2;
    given("huge", "LONG_MAX / 2");

    Tensor *want = EXPECT(sliced_want(a, 0, last, SLICE_END, -1));
    CALL(slice_view(out, a, 0, last, SLICE_END, -1));
    check_view(out, want, a, "last, ..., 1, 0: last + 1 elements, the last first, stride -1");
    Tensor *want_empty = EXPECT(sliced_want(a, 0, n + i, SLICE_END, 1));
    CALL(slice_view(empty, a, 0, n + i, SLICE_END, 1));
    check_view(empty, want_empty, a, "n + i: of n is nothing, so data stays where it is");
    Tensor *want_one = EXPECT(sliced_want(a, 0, i, i + 1, huge));
    CALL(slice_view(one, a, 0, i, i + 1, huge));
    check_view(one, want_one, a, "i:i+1 is one element: nobody takes a step, so its stride stays");
    Tensor *want_all = EXPECT(sliced_want(m, 0, 0, rows, 1));
    CALL(slice_view(all, m, 0, 0, rows, 1));
    check_view(all, want_all, m, "0:rows of so many rows is all of them");
    Tensor *want_row = EXPECT(sliced_want(m, 0, row_i, rows, 1));
    CALL(slice_view(row, m, 0, row_i, rows, 1));
    check_view(row, want_row, m, "row i of a matrix begins i * columns elements behind row 0");
}
