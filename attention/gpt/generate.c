/* generate.c - text from a model, with a memory that is made for it and ends with it. */
#include "attention_shared.h"

EXERCISE
void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    generate_check(g, ids, n, count, options, rng);
    long end = n + count, context = g->options.context;
    Scope *scope = scope_open();
    KvCache *c = gpt_cache_new(g, 1, end < context ? end : context);
    gpt_generate_cached(g, c, ids, n, count, options, rng);
    scope_close(scope);
}
