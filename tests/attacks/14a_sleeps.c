/* Uses no processor time and never comes back.
 *
 * earns: 0
 */
#include <time.h>

static int attack(void)
{
    struct timespec long_ago = {1000, 0};
    nanosleep(&long_ago, NULL);
    return 0;
}
