/* Asks for memory by a name that nobody counts.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls valloc, which is neither in the engine's headers nor
 */
#include <stdlib.h>

static int attack(void)
{
    *(volatile char *)valloc(100) = 1;
    return 0;
}
