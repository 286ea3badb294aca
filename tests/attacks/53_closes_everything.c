/* Closes what it did not open.
 *
 * earns: 0
 */
#include <unistd.h>

static int attack(void)
{
    for (int i = 0; i < 64; i++)
        close(i);
    return 0;
}
