/* sample.c - one token from logits.
 *
 * Temperature, then top-k, then top-p of what top-k left; then one number u from the stream, and
 * the first token, by id, at which the sum of the probabilities exceeds u.
 * Invariant: the same logits, options and random state give the same token; sampling draws exactly
 * one number from the stream, greedy choice none.
 */
#include "attention_shared.h"

static int draw(const double *p, long V, double u)
{
    int token = 0;
    for (long i = 0; i < V && u >= 0; i++)
        if (p[i] > 0) { /* were the sum rounded down to u, the last token that can come */
            token = (int)i;
            u -= p[i];
        }
    return token;
}

EXERCISE
int sample_token(const real *logits, long V, SampleOptions options, Rng *rng)
{
    sample_check(logits, V, options, rng);
    Scope *scope = scope_open();
    double *p = scope_alloc(scope, (size_t)V * sizeof *p);
    sample_temperature(p, logits, V, options.temperature);
    if (options.top_k > 0)
        sample_top_k(p, V, options.top_k);
    if (options.top_p > 0 && options.top_p < 1)
        sample_top_p(p, V, options.top_p);
    int token = draw(p, V, options.temperature > 0 ? rng_uniform(rng) : 0);
    scope_close(scope);
    return token;
}
