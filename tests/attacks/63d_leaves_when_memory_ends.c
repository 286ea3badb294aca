/* Looks at what malloc gave and calls exit, as one learns it.
 *
 * earns: 0
 * outcome: limit
 */
#include <stdlib.h>

static int attack(void)
{
    void *much = calloc((size_t)1 << 40, 1 << 20);
    if (much == NULL)
        exit(1);
    return 0;
}
