/* Asks for a hundred gigabytes and touches them.
 *
 * earns: full
 */
#include <stdlib.h>
#include <string.h>

static int attack(void)
{
    char *much = malloc((size_t)100 << 30);
    if (much != NULL)
        memset(much, 1, (size_t)100 << 30);
    for (int i = 0; i < 100; i++) {
        char *some = malloc((size_t)1 << 30);
        if (some != NULL)
            memset(some, 1, (size_t)1 << 30);
    }
    return much != NULL;
}
