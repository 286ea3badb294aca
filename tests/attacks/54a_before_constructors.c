/* Runs before constructors do.
 *
 * earns: 0
 */
#include <unistd.h>

static void early(void)
{
    _exit(0);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = early;

static int attack(void)
{
    return 0;
}
