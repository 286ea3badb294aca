/* roofline.c - 14.6: the lower of two roofs. */
#include "want.h"

TEST(below_the_ridge_and_above, .points = 4, .exercise = "14.6 roofline", .file = "roofline.c")
{
    double peak = draw_double("peak", 80, 200), bandwidth = draw_double("bandwidth", 8, 20);
    double ridge = peak / bandwidth, low = ridge * (0.1 + 0.7 * unit()),
           high = ridge * (1.5 + unit());
    given("low", "%.6g flops per byte", low);
    given("high", "%.6g flops per byte", high);

    double want_high = EXPECT(roof_want(high, peak, bandwidth));
    double at_high = CALL(roofline(high, peak, bandwidth));
    check_number(at_high, want_high, CHECK_TOLERANCE, "peak: arithmetic is the limit");
    double want_low = EXPECT(roof_want(low, peak, bandwidth));
    double at_low = CALL(roofline(low, peak, bandwidth));
    check_number(at_low, want_low, CHECK_TOLERANCE, "low * bandwidth: memory is the limit");
    double near = ridge * (1 - 1e-3 * unit());
    given("near", "%.6g flops per byte", near);
    double want_near = EXPECT(roof_want(near, peak, bandwidth));
    double at_near = CALL(roofline(near, peak, bandwidth));
    check_number(at_near, want_near, CHECK_TOLERANCE, "just below the ridge memory is the limit");
}

TEST(nothing_and_infinity, .points = 2, .exercise = "14.6 roofline", .file = "roofline.c")
{
    double peak = draw_double("peak", 80, 200), bandwidth = draw_double("bandwidth", 8, 20);

    double want_none = EXPECT(roof_want(0, peak, bandwidth));
    double at_none = CALL(roofline(0, peak, bandwidth));
    check_number(at_none, want_none, CHECK_TOLERANCE, "no flops for a byte: no flops per second");
    double want_all = EXPECT(roof_want(INFINITY, peak, bandwidth));
    double at_all = CALL(roofline(INFINITY, peak, bandwidth));
    const char *want_kind = EXPECT(kind_of(want_all)), *is_all = kind_of(at_all);
    check_text(is_all, want_kind, "without bytes arithmetic is the limit: a number");
    check_number(at_all, want_all, CHECK_TOLERANCE, "without bytes arithmetic is the limit");
    check_fails(roofline(2, peak, 0), "expected more than 0 of each",
                "a machine has a bandwidth: the given check says so");
}
