/* sample.c - one token from logits.
 *
 * Temperature, then top-k, then top-p of what top-k left; then one number u from the stream, and the
 * first token, by id, at which the sum of the probabilities exceeds u.
 * Invariant: the same logits, options and random state give the same token; sampling draws exactly
 * one number from the stream, greedy choice none.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.10 --------------------------------------------------------------------------------------- */

int sample_token(const real *logits, long V, SampleOptions options, Rng *rng)
{
    sample_check(logits, V, options, rng); /* given */

    /* TODO: probabilities from your three functions, then a token drawn by them.
     *
     * APPROACH
     *   1. Memory for V doubles, for as long as this function runs:
     *          Scope *scope = scope_open();
     *          double *p = scope_alloc(scope, (size_t)V * sizeof *p);
     *          ...
     *          scope_close(scope);
     *   2. sample_temperature; sample_top_k, unless options.top_k is 0; sample_top_p, unless options.top_p
     *      is 0 or 1.
     *   3. u = rng_uniform(rng), once. At temperature 0 there is nothing to draw, and rng may be NULL: u = 0.
     *   4. From id 0 on, add up p: the token is the first at which the sum exceeds u.
     *
     * EXAMPLE
     *   p = [0.1, 0.4, 0.2, 0.3]: u = 0.05 is token 0, u = 0.3 token 1, u = 0.69 token 2, u = 0.9 token 3
     *
     * HINT: rounding may leave the sum below u at the end. Then the last token whose p is not 0 it is. */
    todo("13.10 sample_token");
}
