/* Sleeps, and computes just enough between two sleeps not to be called asleep.
 *
 * earns: 0
 * outcome: timeout
 */
#include <time.h>

static int attack(void)
{
    for (;;) {
        nanosleep(&(struct timespec){0, 150000000}, NULL);
        for (volatile long i = 0; i < 1000000; i++)
            continue;
    }
    return 0;
}
