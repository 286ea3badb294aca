/* generate_check.c - what no text can be written from, and where the model starts to read. */
#include "attention_shared.h"

void generate_check(const Gpt *g, const int *ids, long n, long count, SampleOptions options,
                    const Rng *rng)
{
    if (!g->options.causal)
        fail("gpt_generate: the model is not causal: it has learned to look at what comes, and "
             "nothing comes here. hint: gpt_new with .causal = true");
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
    sample_check(&only_choice, 1, options, rng);
}

long generate_start(const Gpt *g, long n)
{
    long context = g->options.context, half = (context + 1) / 2;
    return n <= context ? 0 : (n - context + half - 1) / half * half;
}
