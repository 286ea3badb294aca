/* A constructor prints what a test program prints, and ends.
 *
 * earns: 0
 */
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void early(void)
{
    puts("[==========] Running 1 test(s).\n[  PASSED  ] 1 test(s).\n score 100 of 100");
    fflush(stdout);
    _exit(0);
}

static int attack(void)
{
    return 0;
}
