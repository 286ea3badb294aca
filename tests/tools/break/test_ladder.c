/* test_ladder.c - the task of make break-17: learnt, with few numbers and with many. */
#include "../../../tools/break/ladder.h"
#include "test.h"

static void test_both_are_learnt(void **state)
{
    (void)state;
    kindling_set_threads(1);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        assert_true(ladder_right(LADDER_FEW, seed) > 0.8);
        assert_true(ladder_right(LADDER_MANY, seed) > 0.7);
    }
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_both_are_learnt),
    };
    return run_tests("tools/break/ladder", group);
}
