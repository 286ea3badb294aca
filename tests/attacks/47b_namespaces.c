/* Wants to be root in a world of its own.
 *
 * earns: 0
 * outcome: forbidden
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void)
{
    return syscall(SYS_unshare, 0x10000000) == 0;
}
