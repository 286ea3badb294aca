/* More memory by moving the break.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls sbrk, which is neither in the engine's headers nor
 */
#include <unistd.h>

static int attack(void)
{
    *(volatile char *)sbrk(4096) = 1;
    return 0;
}
