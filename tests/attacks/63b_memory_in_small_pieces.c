/* Takes a megabyte again and again, until there is none.
 *
 * Of each a byte is written: pages by the gigabyte would outlast its seconds where the machine is slow.
 *
 * earns: 0
 * outcome: limit
 */
#include <stdlib.h>

static int attack(void)
{
    for (;;)
        *(volatile char *)malloc(1 << 20) = 1;
    return 0;
}
