/* A constructor ends the program well before any test.
 *
 * earns: 0
 */
#include <unistd.h>

__attribute__((constructor)) static void early(void)
{
    _exit(0);
}

static int attack(void)
{
    return 0;
}
