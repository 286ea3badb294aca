/* The same before constructors run, and with a buffer of its own.
 *
 * earns: 0
 * outcome: not-run
 * says: it has code that runs before the tests
 */
#include <stdio.h>

static char text[64];
static unsigned long heard;

static void early(int argc, char **argv, char **environment)
{
    (void)argv, (void)environment;
    heard = (unsigned long)(argc - 1) + fread(text, 1, sizeof text, stdin);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = early;

static int attack(void)
{
    return heard > 0;
}
