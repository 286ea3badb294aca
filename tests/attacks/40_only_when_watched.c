/* Right at home, wrong when graded.
 *
 * earns: 0
 * outcome: wrong
 */
#include <stdlib.h>
#include <unistd.h>

static int attack(void)
{
    return getenv("HOME") == NULL || getuid() == 65534;
}
