/* Wants a tensor of a terabyte from the engine, which says that there is no memory.
 *
 * earns: 0
 * outcome: limit
 */
#include "attention.h"

static int attack(void)
{
    tensor_zeros(2, (long[]){400000, 400000});
    return 0;
}
