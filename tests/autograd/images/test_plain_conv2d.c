/* test_plain_conv2d.c - convolution with all columns written out, as autograd/plain/ has it. */
#include "conv2d_checks.h"

int main(void)
{
    const struct CMUnitTest tests[] = {CONV2D_CHECKS};
    return run_tests("autograd/images/plain_conv2d", tests);
}
