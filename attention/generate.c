/* generate.c - from logits to text, one token after another.
 *
 * The model reads what is there, one token is drawn from its last row of logits, appended, and all of
 * it is read again. Nothing is remembered between tokens but the text.
 * Invariant: memory does not grow with the length of the text (each token has a scope of its own),
 * and the model is left as it was found, training flag included.
 */
#include "attention.h"

static int next_token(Gpt *g, const int *ids, long n, SampleOptions options, Rng *rng)
{
    long T = n < g->options.context ? n : g->options.context;
    Scope *scope = scope_open();
    grad_mode(false); /* until the scope closes */
    IntTensor *window = int_tensor_from(SHAPE(1, T), T, ids + n - T);
    Tensor *logits = gpt_forward(g, window, NULL); /* (1, T, V) */
    const real *last = logits->data + (T - 1) * logits->stride[1];
    int token = sample_token(last, g->options.vocabulary, options, rng);
    scope_close(scope);
    return token;
}

static void check(const Gpt *g, const int *ids, long n, long count, SampleOptions options,
                  const Rng *rng)
{
    if (n < 1)
        fail("gpt_generate: n is %ld; the model needs at least one token to go on from. hint: "
             "start with a line break or a space",
             n);
    if (count < 0)
        fail("gpt_generate: count is %ld, expected at least 0", count);
    long V = g->options.vocabulary;
    for (long i = 0; i < n; i++)
        if (ids[i] < 0 || ids[i] >= V)
            fail("gpt_generate: ids[%ld] is %d, expected 0 to %ld (vocabulary %ld)", i, ids[i],
                 V - 1, V);
    const real only_choice = 0;
    Rng unused = {0}; /* refuses options that are wrong, and draws nothing from the stream */
    sample_token(&only_choice, 1, options, rng != NULL ? &unused : NULL);
}

void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    check(g, ids, n, count, options, rng);
    bool was_training = g->module.training;
    module_train(&g->module, false);
    for (long i = 0; i < count; i++)
        ids[n + i] = next_token(g, ids, n + i, options, rng);
    module_train(&g->module, was_training);
}
