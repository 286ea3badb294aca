/* Takes hold of its parent.
 *
 * earns: 0
 * outcome: forbidden
 */
#include <sys/ptrace.h>
#include <unistd.h>

static int attack(void)
{
    return ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;
}
