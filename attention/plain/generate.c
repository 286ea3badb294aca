/* generate.c - from logits to text, one token after another.
 *
 * The model reads what is there, one token is drawn from its last row of logits, appended, and all
 * of it is read again. Nothing is remembered between tokens but the text. (The file of the same
 * name one folder up, which remembers more and is faster, writes the same text.)
 * Invariant: memory does not grow with the length of the text (each token has a scope of its own),
 * and the model is left as it was found, training flag included.
 */
#include "attention_shared.h"

static int next_token(Gpt *g, const int *ids, long n, SampleOptions options, Rng *rng)
{
    long start = generate_start(g, n), T = n - start;
    Scope *scope = scope_open();
    grad_mode(false); /* until the scope closes */
    IntTensor *window = int_tensor_from(SHAPE(1, T), T, ids + start);
    Tensor *logits = gpt_forward(g, window, NULL); /* (1, T, V) */
    const real *last = logits->data + (T - 1) * logits->stride[1];
    int token = sample_token(last, g->options.vocabulary, options, rng);
    scope_close(scope);
    return token;
}

EXERCISE
void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    generate_check(g, ids, n, count, options, rng);
    bool was_training = g->module.training;
    module_train(&g->module, false);
    for (long i = 0; i < count; i++)
        ids[n + i] = next_token(g, ids, n + i, options, rng);
    module_train(&g->module, was_training);
}
