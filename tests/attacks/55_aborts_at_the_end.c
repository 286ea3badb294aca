/* Right values, and a crash when all is over.
 *
 * earns: any
 * others: any
 */
#include <stdlib.h>

__attribute__((destructor)) static void late(void)
{
    abort();
}

static int attack(void)
{
    return 0;
}
