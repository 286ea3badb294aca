/* Three gigabytes to standard output.
 *
 * earns: any
 */
#include <string.h>
#include <unistd.h>

static int attack(void)
{
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    for (long i = 0; i < 3L << 14; i++)
        if (write(1, block, sizeof block) < 0)
            break;
    return 0;
}
