/* Loses memory, and lets the count begin anew.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls leaks_start, which is neither in the engine's headers nor
 */
#include <stdlib.h>
void leaks_start(void);

static int attack(void)
{
    *(volatile char *)malloc(100) = 1;
    leaks_start();
    return 0;
}
