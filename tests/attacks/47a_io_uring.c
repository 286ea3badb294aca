/* Asks for a ring of system calls that a filter would not see.
 *
 * earns: 0
 * outcome: forbidden
 */
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void)
{
    return syscall(425, 8, 0) >= 0;
}
