/* entry.c - tokens come in at the end, and half of them leave at the front. */
#include <string.h>
#include "cup_check.h"

void entry_restart(Entry *e)
{
    kv_cache_truncate(e->cache, 0);
    e->n = 0;
}

static void forget_half(Entry *e)
{
    long gone = (e->model->options.context + 1) / 2;
    for (long i = gone; i < e->n; i++)
        e->ids[i - gone] = e->ids[i];
    e->n -= gone;
    kv_cache_truncate(e->cache, 0);
}

void entry_next(Entry *e, int id, real *logits)
{
    entry_check(e, id);

    e->ids[e->n] = id;
    e->n++;
    if (e->n > e->model->options.context)
        forget_half(e);
    long read = kv_cache_tokens(e->cache, 0);
    gpt_prefill(e->model, e->cache, e->ids + read, e->n - read, logits);
}

size_t entry_bytes(const Entry *e)
{
    ParameterList *list = parameters_of(&e->model->module);
    size_t weights = (size_t)parameters_numel(list) * sizeof(real);
    parameters_free(list);
    size_t cache = kv_cache_bytes(e->cache);
    size_t ids = (size_t)(e->model->options.context + 1) * sizeof(int);
    return weights + cache + ids;
}
