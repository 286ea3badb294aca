/* Sends every process it can reach the signal it cannot refuse.
 *
 * earns: 0
 * outcome: forbidden
 */
#include <signal.h>

static int attack(void)
{
    return kill(-1, SIGKILL) == 0;
}
