/* generate.c - from logits to text, one token after another.
 *
 * Nothing is remembered between tokens but the text.
 * Invariant: memory does not grow with the length of the text, and the model is left as it was found,
 * training flag included.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.9 --------------------------------------------------------------------------------------- */

void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    generate_check(g, ids, n, count, options, rng); /* given */

    /* TODO: ids[n], ids[n + 1], ... count of them, each drawn after all that stands before it.
     *
     * CONTRACT  of a text of n tokens the model reads as many of the last ones as its context
     *           has room for (once it is full, half of it is forgotten at once). Dropout is off, nothing is recorded,
     *           memory does not grow with the text; afterwards training and recording are as
     *           before.
     * EXAMPLE   context 4, ids 3 1 and count 3: the model reads [3 1], then [3 1 a], then [3 1 a b], and ids is
     *           3 1 a b c. For a fourth token it would read [a b c]: five do not fit, and two are forgotten
     * HOLDS     count 5 is count 2, then 3, with the same rng. count 0 changes nothing.
     * YOU HAVE  generate_start(g, n), the first token that is read of n; what you wrote before;
     *           int_tensor_from; what scope.h, closure.h and module.h have
     * THINK     which of the T V logits are about the next token? What must happen once, and what
     *           for each token? */
    todo("13.9 gpt_generate");
}
