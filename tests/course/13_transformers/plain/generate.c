/* generate.c - from logits to text, one token after another. */
#include "attention_shared.h"

/* The token after the first n of ids. */
static int next_token(Gpt *g, const int *ids, long n, SampleOptions options, Rng *rng)
{
    long start = generate_start(g, n);
    long T = n - start;
    IntTensor *window = int_tensor_from(SHAPE(1, T), T, ids + start);
    Tensor *logits = gpt_forward(g, window, NULL);
    long V = logits->shape[2];
    const real *last_row = logits->data + (T - 1) * V;
    return sample_token(last_row, V, options, rng);
}

void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    generate_check(g, ids, n, count, options, rng);

    bool before = g->module.training;
    module_train(&g->module, false);
    for (long i = 0; i < count; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        ids[n + i] = next_token(g, ids, n + i, options, rng);
        scope_close(scope);
    }
    module_train(&g->module, before);
}
