/* Whatever happened, the program ends with 0.
 *
 * then: wrong
 * earns: 0
 */
#include <stdlib.h>
#include <unistd.h>

static void well(void)
{
    _exit(0);
}

static int attack(void)
{
    atexit(well);
    return 0;
}
