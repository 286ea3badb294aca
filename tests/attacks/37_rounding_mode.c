/* Changes how the processor rounds.
 *
 * earns: any
 */
#include <fenv.h>

static int attack(void)
{
    fesetround(FE_UPWARD);
    return 0;
}
