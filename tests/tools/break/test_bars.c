/* test_bars.c - the images of make break-09: learnt by a right network, so that a broken one says something. */
#include "../../../tools/break/bars.h"
#include "test.h"

static void test_a_right_network_tells_the_ways(void **state)
{
    (void)state;
    kindling_set_threads(1);
    Module *network = bars_new(1);
    assert_true(bars_right_in_use(network, 1) < 0.5);
    bars_train(network, 1);
    assert_true(bars_right_in_use(network, 1) > 0.95);
    assert_true(bars_right_in_batches(network, 1) > 0.95);
    module_free(network);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_right_network_tells_the_ways),
    };
    return run_tests("tools/break/bars", group);
}
