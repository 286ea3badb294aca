/* temperature.c - logits become probabilities, sharper or flatter than the model meant them.
 *
 * Below 1 the likely get likelier, above 1 all come closer together: at 1/2 the odds of two tokens are
 * squared, at 2 they are their roots. 0 is the limit: all for the most likely token ("greedy").
 * Invariant: the order of the tokens stays, and p adds up to 1.
 */
#include "attention_shared.h"
#include <math.h>
#include "todo.h"

/* ---- 13.5 ---------------------------------------------------------------------------------------- */

void sample_temperature(double *p, const real *logits, long V, double temperature)
{
    sample_check_logits("sample_temperature", logits, V, temperature); /* given */

    /* TODO: how likely each of V tokens is, at a temperature.
     *
     * CONTRACT  p adds up to 1, in double, whatever the logits: 10,000 is no trouble. At
     *           temperature 1 it is their softmax. At t the odds of any two tokens are those at 1,
     *           to the power 1 / t: squared at 1/2, their root at 2. -infinity (a token that is
     *           forbidden) gets 0. Temperature 0 is the limit: 1 for the largest logit, the first
     *           one if several are equal.
     * EXAMPLE   logits [0, log 3]:  temperature 1: [1/4, 3/4]   1/2: [1/10, 9/10]   0: [0, 1]
     * HOLDS     the order of the tokens stays. A number added to all logits changes nothing.
     * THINK     what do logits of 10,000 ask for, at a temperature of 1/100? */
    todo("13.5 sample_temperature");
}
