/* Right values, and a damaged heap behind them.
 *
 * earns: any
 */
#include <stdlib.h>
#include <string.h>

static int attack(void)
{
    volatile size_t size = 24;
    char *block = malloc(size);
    if (block != NULL)
        memset(block, 0x41, size + 24);
    return 0;
}
