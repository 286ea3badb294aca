/* test_op_pool.c - pools, all windows together. */
#include "pool_checks.h"

int main(void)
{
    const struct CMUnitTest tests[] = {POOL_CHECKS};
    return run_tests("autograd/images/op_pool", tests);
}
