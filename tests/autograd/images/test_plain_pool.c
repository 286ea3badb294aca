/* test_plain_pool.c - pools, window by window, as tensor/plain/ has it. */
#include "pool_checks.h"

int main(void)
{
    const struct CMUnitTest tests[] = {POOL_CHECKS};
    return run_tests("autograd/images/plain_pool", tests);
}
