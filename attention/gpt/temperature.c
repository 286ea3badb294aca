/* temperature.c - logits become probabilities, sharper or flatter than the model meant them.
 *
 *     p = softmax(logits / temperature)
 *
 * Below 1 the likely get likelier, above 1 all come closer together: at 1/2 the odds of two tokens
 * are squared, at 2 they are their roots. 0 is the limit: all for the most likely token ("greedy").
 * Invariant: the order of the tokens stays, and p adds up to 1.
 */
#include "attention_shared.h"
#include <math.h>

EXERCISE
void sample_temperature(double *p, const real *logits, long V, double temperature)
{
    sample_check_logits("sample_temperature", logits, V, temperature);
    long best = 0;
    for (long i = 1; i < V; i++)
        if (logits[i] > logits[best])
            best = i;
    double sum = 0;
    for (long i = 0; i < V; i++) {
        double below = (double)logits[i] - (double)logits[best]; /* no exponential overflows */
        p[i] = temperature > 0 ? exp(below / temperature) : i == best;
        sum += p[i];
    }
    for (long i = 0; i < V; i++)
        p[i] /= sum;
}
