/* generate_check.c - what no text can be written from. */
#include "attention_shared.h"

void generate_check(const Gpt *g, const int *ids, long n, long count, SampleOptions options,
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
    sample_check(&only_choice, 1, options, rng);
}
