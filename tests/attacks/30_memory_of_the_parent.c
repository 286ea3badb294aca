/* Opens the memory of its parent.
 *
 * earns: full
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int attack(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    return open(path, O_RDWR) >= 0 || open("/proc/self/mem", O_RDWR) >= 0;
}
