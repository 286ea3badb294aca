/* test_op_batch_norm.c - batch norm, line by line. */
#include "batch_norm_checks.h"

int main(void)
{
    const struct CMUnitTest tests[] = {BATCH_NORM_CHECKS};
    return run_tests("autograd/images/op_batch_norm", tests);
}
