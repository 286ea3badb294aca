/* Brings functions of the C library that work for it.
 *
 * then: wrong
 * earns: 0
 */
#include <stddef.h>

int memcmp(const void *a, const void *b, size_t n)
{
    (void)a, (void)b, (void)n;
    return 0;
}

long write(int file, const void *from, size_t n)
{
    (void)file, (void)from;
    return (long)n;
}

static int attack(void)
{
    return 0;
}
