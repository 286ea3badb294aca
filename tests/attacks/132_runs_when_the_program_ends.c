/* A function in the C library's own list of what runs at the end, and one in the list of what is thrown away; both would end with
 * success. The recorder ends without either.
 *
 * then: wrong
 * earns: 0
 */
#include <stdlib.h>

static void at_the_end(void)
{
    _Exit(0);
}

__attribute__((used, section("__libc_atexit"))) static void (*const first)(void) = at_the_end;
__attribute__((used, section("__libc_subfreeres"))) static void (*const second)(void) = at_the_end;

static int attack(void)
{
    return 0;
}
