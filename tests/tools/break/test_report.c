/* test_report.c - the report of a step that make break-14 shows: what follows from shapes, and from a clock that is played. */
#include "../../../tools/break/report.h"
#include "test.h"

static void test_a_right_report(void **state)
{
    (void)state;
    StepReport r = step_report(1), again = step_report(2);
    double block = 12.0 * 64 * 64 + 13 * 64, all = 2 * block + (96 + 32) * 64 + 2 * 64;
    assert_close(r.parameters, all * 1e-3, 1e-9);
    assert_true(r.megaflops > 6e-6 * 128 * (2 * 12.0 * 64 * 64 + 96 * 64));
    assert_true(r.gflops > 0 && r.gflops <= 120);
    assert_close(r.ms, 12, 1e-9);
    assert_close(again.megaflops, r.megaflops, 0); /* shapes, and no numbers */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_right_report),
    };
    return run_tests("tools/break/report", tests);
}
