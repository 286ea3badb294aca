/* A copy of a text that is never given back.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls strdup, which is neither in the engine's headers nor
 */
#include <string.h>
static char *volatile text;

static int attack(void)
{
    text = strdup("a text that is long enough to be no register, and lost");
    return 0;
}
