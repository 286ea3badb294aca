/* A child keeps the pipe open, so that its reader waits.
 *
 * earns: any
 */
#include <unistd.h>

static int attack(void)
{
    if (fork() == 0) {
        sleep(1000);
        _exit(0);
    }
    return 0;
}
