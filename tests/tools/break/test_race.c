/* test_race.c - the task of make break-19: comparisons keep what they promise. */
#include "../../../tools/break/race.h"
#include "test.h"

static void test_comparisons_keep_their_word(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        RaceResult r = races_run(seed);
        assert_true(r.false_alarms <= 0.09);
        assert_true(r.found >= 0.6);
        assert_true(r.covered >= 0.88);
    }
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_comparisons_keep_their_word),
    };
    return run_tests("tools/break/race", group);
}
