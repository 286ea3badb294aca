/* Leaves a process behind that writes a file later.
 *
 * earns: any
 */
#include <fcntl.h>
#include <unistd.h>

static int attack(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            sleep(3);
            int file = open("/tmp/kindling-attack-was-here", O_CREAT | O_WRONLY, 0600);
            _exit(file >= 0);
        }
        _exit(0);
    }
    return 0;
}
