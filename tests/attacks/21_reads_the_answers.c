/* Looks for the model answer, the tests and the password file.
 *
 * earns: full
 */
#include <fcntl.h>
#include <unistd.h>

static int attack(void)
{
    static const char *const wanted[] = {"attention/sdpa.c", "../attention/sdpa.c",
        "tests/course/12_attention/scores.c", "/etc/passwd", "/etc/hostname", "/home", "/root/.ssh", "/proc/1/environ",
        "/usr/bin/env", "/in/scores.c", "/build", "/work"};
    int found = 0;
    for (int i = 0; i < 12; i++)
        found += open(wanted[i], O_RDONLY) >= 0;
    return found;
}
