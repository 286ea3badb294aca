/* Three gigabytes to where values are written.
 *
 * earns: 0
 */
#include <string.h>
#include <unistd.h>

static int attack(void)
{
    static char block[1 << 16];
    memset(block, 'f', sizeof block);
    for (long i = 0; i < 3L << 14; i++)
        if (write(3, block, sizeof block) < 0)
            break;
    return 0;
}
