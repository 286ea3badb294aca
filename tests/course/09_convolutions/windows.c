/* windows.c - 09.1: how many windows stand side by side. */
#include "want.h"

TEST(three_windows_by_hand, .points = 1, .exercise = "09.1 window_out", .file = "window.c")
{
    long in = 7, kernel = 3, stride = 2, padding = 0, dilation = 1;
    given("in", "7"), given("kernel", "3"), given("stride", "2");

    long want = EXPECT(windows_want(in, kernel, stride, padding, dilation));
    long windows = CALL(window_out(in, kernel, stride, padding, dilation));
    check_long(windows, want, "windows begin at 0, 2 and 4");
}

/* Of this many windows, with this many places left behind the last one. */
static long line_of(long windows, long left, long kernel, long stride, long padding, long dilation)
{
    return (windows - 1) * stride + left + dilation * (kernel - 1) + 1 - 2 * padding;
}

TEST(all_five_numbers_count, .points = 2, .exercise = "09.1 window_out", .file = "window.c")
{
    long kernel = draw_long("kernel", 5, 9), stride = 4, padding = draw_long("padding", 12, 15);
    long dilation = 7, windows = 20 + (long)(draw_seed() % 30);
    long in = line_of(windows, 1, kernel, stride, padding, dilation);
    given("in", "%ld", in), given("stride", "4"), given("dilation", "7");

    long want = EXPECT(windows_want(in, kernel, stride, padding, dilation));
    long counted = CALL(window_out(in, kernel, stride, padding, dilation));
    check_long(counted, want, "(in + 2 padding - dilation (kernel - 1) - 1) / stride + 1");

    long longer = line_of(windows, stride - 1, kernel, stride, padding, dilation);
    given("longer", "%ld", longer);
    long same = EXPECT(windows_want(longer, kernel, stride, padding, dilation));
    long in_longer = CALL(window_out(longer, kernel, stride, padding, dilation));
    check_long(in_longer, same, "a whole stride must be left for one more window");
}

TEST(a_window_fits_or_not, .points = 2, .exercise = "09.1 window_out", .file = "window.c")
{
    long in = draw_long("in", 4, 12), padding = 0, stride = 5, dilation = 1;
    long kernel = in, larger = kernel + 2 + (long)(draw_seed() % 3);
    given("stride", "5"), given("kernel", "%ld", kernel), given("larger", "%ld", larger);

    long one = EXPECT(windows_want(in, kernel, stride, padding, dilation));
    long exact = CALL(window_out(in, kernel, stride, padding, dilation));
    check_long(exact, one, "a window as wide as the line fits once");
    long none = EXPECT(windows_want(in, larger, stride, padding, dilation));
    long too_large = CALL(window_out(in, larger, stride, padding, dilation));
    check_long(too_large, none, "a larger one does not fit: 0");
    long many = line_of(2 + (long)(draw_seed() % 90), 0, kernel, stride, padding, dilation);
    given("many", "%ld", many);
    long several = EXPECT(windows_want(many, kernel, stride, padding, dilation));
    long in_many = CALL(window_out(many, kernel, stride, padding, dilation));
    check_long(in_many, several, "the last window may end where the line does");
}
