/* test_shares.c - the task of make break-21: learnt, and with the same bits on any number of ranks. */
#include "../../../tools/break/shares.h"
#include "test.h"

static void test_ranks_learn_the_same(void **state)
{
    (void)state;
    kindling_set_threads(1);
    Module *one = shares_trained(1, 1), *other = shares_trained(1, 2);
    assert_true(shares_right(one, 1) > 0.8);
    assert_true(shares_differing(one, other) > 0.9);
    for (long ranks = 2; ranks <= 8; ranks *= 2) {
        Module *many = shares_trained(ranks, 1);
        assert_true(shares_differing(one, many) == 0);
        module_free(many);
    }
    module_free(one);
    module_free(other);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_ranks_learn_the_same),
    };
    return run_tests("tools/break/shares", group);
}
