/* Sleeps for a while that changes, so that whoever looks at regular times may find it at work.
 *
 * earns: 0
 * outcome: timeout
 */
#include <time.h>

static int attack(void)
{
    struct timespec now;
    for (long turn = 0;; turn++) {
        nanosleep(&(struct timespec){0, 230000000 + turn % 5 * 4000000}, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        for (volatile long i = 0; i < 2000000 + now.tv_nsec % 1000000; i++)
            continue;
    }
    return 0;
}
