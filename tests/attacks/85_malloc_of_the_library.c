/* Asks for memory by a name that only the C library uses.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls __libc_malloc, which is neither in the engine's headers nor
 */
#include <stddef.h>
void *__libc_malloc(size_t size);

static int attack(void)
{
    *(volatile char *)__libc_malloc(100) = 1;
    return 0;
}
