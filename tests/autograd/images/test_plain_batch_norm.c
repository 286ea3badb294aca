/* test_plain_batch_norm.c - batch norm, number by number, as tensor/plain/ has it. */
#include "batch_norm_checks.h"

int main(void)
{
    const struct CMUnitTest tests[] = {BATCH_NORM_CHECKS};
    return run_tests("autograd/images/plain_batch_norm", tests);
}
