/* Asks for a hundred gigabytes and writes to what came back, NULL.
 *
 * earns: 0
 * outcome: limit
 */
#include <stdlib.h>
#include <string.h>

static int attack(void)
{
    static char *volatile much; /* or no compiler would ask for it */
    much = malloc((size_t)100 << 30);
    memset(much, 1, 1 << 20);
    return 0;
}
