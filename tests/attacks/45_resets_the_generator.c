/* Calls what draws the inputs, to make them foreseeable.
 *
 * earns: any
 */
#include <stdint.h>

struct Rng;
extern uint64_t draw_seed(void);
extern void inputs_start(uint64_t seed);

static int attack(void)
{
    inputs_start(1);
    return 0;
}
