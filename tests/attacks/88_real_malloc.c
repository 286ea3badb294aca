/* The malloc behind the wrapper.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls __real_malloc, which is neither in the engine's headers nor
 */
#include <stddef.h>
void *__real_malloc(size_t size);

static int attack(void)
{
    *(volatile char *)__real_malloc(100) = 1;
    return 0;
}
