/* A handler turns a crash into a clean end.
 *
 * earns: 0
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void well(int signal)
{
    (void)signal;
    _exit(0);
}

static int attack(void)
{
    signal(SIGSEGV, well);
    signal(SIGABRT, well);
    abort();
}
