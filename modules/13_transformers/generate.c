/* generate.c - from logits to text, one token after another.
 *
 * The model reads what is there, one token is drawn from its last row of logits, appended, and all of
 * it is read again. Nothing is remembered between tokens but the text.
 * Invariant: memory does not grow with the length of the text (each token has a scope of its own),
 * and the model is left as it was found, training flag included.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.11 --------------------------------------------------------------------------------------- */

void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    generate_check(g, ids, n, count, options, rng); /* given */

    /* TODO: ids[n], ids[n + 1], ... count of them, each drawn after all that stands before it.
     *
     * APPROACH
     *   1. Dropout must be off: module_train(&g->module, false), and at the end what g->module.training was.
     *   2. For every token: Scope *scope = scope_open(); grad_mode(false); (until the scope closes)
     *   3. Of a text of n tokens the model reads those from generate_start(g, n) on, T of them: all of the
     *      text while the context has room for it. That function is given: when the context is full, half of
     *      it is forgotten at once. int_tensor_from(SHAPE(1, T), T, pointer to the first of them).
     *   4. gpt_forward(g, window, NULL) gives (1, T, V). Only row T - 1 is about the next token: it begins
     *      at logits->data + (T - 1) * logits->stride[1].
     *   5. ids[...] = sample_token(that row, g->options.vocabulary, options, rng); scope_close(scope);
     *
     * EXAMPLE
     *   context 4, ids 3 1 and count 3: the model reads [3 1], then [3 1 a], then [3 1 a b], and ids is
     *   3 1 a b c. For a fourth token it would read [a b c]: five do not fit, and two are forgotten
     *
     * HINT: a function of your own for one token keeps the loop short. */
    todo("13.11 gpt_generate");
}
