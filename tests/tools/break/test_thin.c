/* test_thin.c - the task of make break-16: learnt, and what is left of it after each way of compressing. */
#include "../../../tools/break/thin.h"
#include "test.h"

static void test_it_survives(void **state)
{
    (void)state;
    kindling_set_threads(1);
    ThinNumbers n = thin_trained(1);
    print_message("zeros %.1f, pruned %.1f, shrunk %.1f, taught %.1f\n", n.zeros, n.pruned,
                  n.shrunk, n.taught);
    assert_close(n.zeros, 70, 0.1);
    assert_true(n.pruned > 85);
    assert_true(n.shrunk > 50);
    assert_true(n.taught > 80);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_it_survives),
    };
    return run_tests("tools/break/thin", group);
}
