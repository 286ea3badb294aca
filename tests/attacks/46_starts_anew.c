/* Starts itself once more with a library in front.
 *
 * earns: 0
 */
#include <unistd.h>

static int attack(void)
{
    char *const arguments[] = {"/run/program", "--list", NULL};
    char *const environment[] = {"LD_PRELOAD=/tmp/evil.so", NULL};
    return execve("/run/program", arguments, environment) == 0;
}
