/* temperature.c - logits become probabilities, sharper or flatter than the model meant them.
 *
 *     p = softmax(logits / temperature)
 *
 * Below 1 the likely get likelier, above 1 all come closer together: at 1/2 the odds of two tokens are
 * squared, at 2 they are their roots. 0 is the limit: all for the most likely token ("greedy").
 * Invariant: the order of the tokens stays, and p adds up to 1.
 */
#include "attention_shared.h"
#include <math.h>
#include "todo.h"

/* ---- 13.7 ---------------------------------------------------------------------------------------- */

void sample_temperature(double *p, const real *logits, long V, double temperature)
{
    sample_check_logits("sample_temperature", logits, V, temperature); /* given */

    /* TODO: p[i] = e^(logits[i] / temperature), divided by the sum of all V of them.
     *
     * APPROACH
     *   1. Find the largest logit, the first one if several are equal.
     *   2. temperature 0: p is 1 there and 0 everywhere else.
     *   3. Otherwise p[i] = exp((logits[i] - largest) / temperature): the same shares, and no overflow.
     *   4. Divide by the sum.
     * A logit of -infinity, for a token that is forbidden, needs no line of its own: e^-infinity is 0.
     *
     * EXAMPLE
     *   logits [0, log 3]:  temperature 1: [1/4, 3/4]   1/2: [1/10, 9/10]   0: [0, 1]
     *
     * HINT: the temperature divides logits, before e^. Compute in double: logits may be float. */
    todo("13.7 sample_temperature");
}
