/* Takes a megabyte again and again, until there is none; where new pages are slow, its seconds end first.
 *
 * earns: 0
 * outcome: limit|timeout
 */
#include <stdlib.h>
#include <string.h>

static int attack(void)
{
    for (;;)
        memset(malloc(1 << 20), 1, 1 << 20);
    return 0;
}
