/* NaN is neither larger nor smaller than any tolerance.
 *
 * then: nan
 * earns: 0
 * outcome: wrong
 */
#include <math.h>

static int attack(void)
{
    return 0;
}
