/* slices.c - 01.9 and 01.10: how many elements a slice has, and the view of them. */
#include <limits.h>
#include "want.h"
#include "view.h"

/* ---- 01.9 slice_count_up ------------------------------------------------------------------------------------- */

TEST(count_by_hand, .points = 2, .exercise = "01.9 slice_count_up", .file = "slice_count.c")
{
    long two = 2, minus_three = -3;

    long want = EXPECT(count_want(2, 9, 3, 10));
    long count = CALL(slice_count_up(&two, 9, 3, 10));
    check_long(count, want, "2:9:3 is 2, 5, 8");
    check_long(two, 2, "a start inside the axis stays as it is");
    long want_last = EXPECT(count_want(-3, 99, 1, 10));
    long last = CALL(slice_count_up(&minus_three, 99, 1, 10));
    check_long(last, want_last, "-3:99 of 10 is 7, 8, 9");
    check_long(minus_three, 7, "-3 counts from the end: 10 - 3 = 7");
}

static void given_long(const char *name, long x)
{
    if (x == SLICE_END)
        given(name, "SLICE_END");
    else
        given(name, "%ld", x);
}

TEST(counts_at_the_edges, .points = 2, .exercise = "01.9 slice_count_up", .file = "slice_count.c")
{
    static const struct {
        long start, stop, step, size, first;
        const char *rule;
    } all[] = {
        {2, 8, 3, 10, 2, "2:8:3 is 2, 5: 8 is not before 8"},
        {2, SLICE_END, 1, 10, 2, "2: of 10 is eight elements"},
        {5, 3, 1, 10, 5, "5:3 has no elements"},
        {3, 3, 2, 10, 3, "3:3:2 has no elements"},
        {0, -1, 1, 10, 0, "0:-1 leaves out the last one"},
        {0, -99, 1, 10, 0, "0:-99 ends in front of the first"},
        {99, SLICE_END, 1, 10, 10, "a start behind the end is cut to size: nothing"},
        {0, 5, 1, 0, 0, "an axis of size 0 has no elements"},
        {-99, 2, LONG_MAX, 10, 0, "a start in front of 0 is cut to 0; a huge step: one element"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        long start = all[i].start, stop = all[i].stop, step = all[i].step, size = all[i].size;
        given_long("start", start);
        given_long("stop", stop);
        given_long("step", step);
        given_long("size", size);

        long want = EXPECT(count_want(start, stop, step, size));
        long count = CALL(slice_count_up(&start, stop, step, size));
        check_long(count, want, all[i].rule);
        check_long(start, all[i].first, "start is brought into 0 .. size");
    }
}

TEST(counts_of_any_slice, .points = 2, .exercise = "01.9 slice_count_up", .file = "slice_count.c")
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

/* ---- 01.10 slice_view ---------------------------------------------------------------------------------------- */

TEST(slice_by_hand, .points = 2, .exercise = "01.10 slice_view", .file = "slice.c")
{
    Tensor *a = input("a", SHAPE(6), VALUES(0, 1, 2, 3, 4, 5)), *out = unset_header();

    Tensor *want = EXPECT(sliced_want(a, 0, 1, 6, 2));
    CALL(slice_view(out, a, 0, 1, 6, 2));
    check_view(out, want, a, "1:6:2 is elements 1, 3, 5: one element later, stride 2");
}

TEST(slice_of_an_axis_with_gaps, .points = 3, .exercise = "01.10 slice_view", .file = "slice.c")
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

TEST(slice_backwards_and_to_nothing, .points = 2, .exercise = "01.10 slice_view", .file = "slice.c")
{
    Tensor *a = input("a", SHAPE(4), VALUES(1, 2, 3, 4));
    Tensor *m = input("m", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *out = unset_header(), *empty = unset_header(), *one = unset_header();
    Tensor *all = unset_header(), *row = unset_header();
    const long huge = LONG_MAX / 2;
    given("huge", "LONG_MAX / 2");

    Tensor *want = EXPECT(sliced_want(a, 0, 3, SLICE_END, -1));
    CALL(slice_view(out, a, 0, 3, SLICE_END, -1));
    check_view(out, want, a, "3, 2, 1, 0: four elements, the last first, stride -1");
    Tensor *want_empty = EXPECT(sliced_want(a, 0, 9, SLICE_END, 1));
    CALL(slice_view(empty, a, 0, 9, SLICE_END, 1));
    check_view(empty, want_empty, a, "9: of 4 is nothing, so data stays where it is");
    Tensor *want_one = EXPECT(sliced_want(a, 0, 2, 3, huge));
    CALL(slice_view(one, a, 0, 2, 3, huge));
    check_view(one, want_one, a, "2:3 is one element: nobody takes a step, so its stride stays");
    Tensor *want_all = EXPECT(sliced_want(m, 0, 0, 2, 1));
    CALL(slice_view(all, m, 0, 0, 2, 1));
    check_view(all, want_all, m, "0:2 of 2 rows is all of them");
    Tensor *want_row = EXPECT(sliced_want(m, 0, 1, 2, 1));
    CALL(slice_view(row, m, 0, 1, 2, 1));
    check_view(row, want_row, m, "row 1 of (2, 3) begins 1 * 3 elements behind row 0");
}
