/* Stops and waits to be continued.
 *
 * earns: 0
 */
#include <signal.h>

static int attack(void)
{
    raise(SIGSTOP);
    return 0;
}
