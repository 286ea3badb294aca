/* Lets the compiler read the model answer.
 *
 * then: nothing
 * earns: 0
 * outcome: not-run
 */
#include "../../attention/sdpa.c"
