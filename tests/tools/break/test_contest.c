/* test_contest.c - the task of make break-20: an honest entry passes, and equals are called so. */
#include "../../../tools/break/contest.h"
#include "../../../tools/break/echo.h"
#include "test.h"

static void test_an_honest_entry(void **state)
{
    (void)state;
    Gpt *gpt = echo_new(1);
    assert_int_equal(echo_train(gpt, 1), 0);
    ContestNumbers n = contest_numbers(gpt, 1);
    assert_true(n.bytes > 0.25 && n.bytes < 0.35);
    assert_true(n.more > -0.01 && n.more <= 0.01);
    assert_true(n.score > 1.5 && n.score < 3);
    assert_true(n.lucky <= 0.03);
    module_free(&gpt->module);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_an_honest_entry),
    };
    return run_tests("tools/break/contest", group);
}
