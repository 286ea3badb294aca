/* Wants to be told of every failure in place of the tests.
 *
 * earns: 0
 * outcome: not-run
 * says: scores.c calls kindling_on_fail, which is neither in the engine's headers nor
 */
#include "attention_shared.h"

static int attack(void)
{
    kindling_on_fail(NULL);
    return 0;
}
