/* Leaves in the middle, saying that all is well.
 *
 * earns: 0
 */
#include <stdlib.h>

static int attack(void)
{
    exit(0);
}
