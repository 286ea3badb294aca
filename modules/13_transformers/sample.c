/* sample.c - one token from logits.
 *
 * Invariant: the same logits, options and random state give the same token; sampling draws exactly
 * one number from the stream, greedy choice none.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.8 --------------------------------------------------------------------------------------- */

int sample_token(const real *logits, long V, SampleOptions options, Rng *rng)
{
    sample_check(logits, V, options, rng); /* given */

    /* TODO: one token, drawn by the probabilities that options leave.
     *
     * CONTRACT  temperature, then top-k, then top-p of what top-k left: options.top_k 0 and
     *           options.top_p 0 or 1 leave all. Then one u from the stream picks the token. At
     *           temperature 0 nothing is drawn, and rng may be NULL.
     * EXAMPLE   p = [0.1, 0.4, 0.2, 0.3]: u = 0.05 is token 0, u = 0.3 token 1, u = 0.69 token 2, u = 0.9 token 3
     *           p = [0.5, 0.5]: u = 0.5 is token 1
     * HOLDS     for every u there is a token, its p is not 0, and a larger u never gives a lower
     *           id, whatever rounding has done to the sum. The same seed: the same text.
     * YOU HAVE  your three functions; rng_uniform(rng) in [0, 1); memory for V doubles that goes
     *           with a scope: scope_alloc(scope, (size_t)V * sizeof(double)), between scope_open
     *           and scope_close
     * THINK     how many of all u must lead to token 1 of the example? What of a token whose p is 0,
     *           if u is 0? */
    todo("13.8 sample_token");
}
