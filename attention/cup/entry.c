/* entry.c - an entry reads a text token by token, each of them once.
 *
 * Invariant: ids holds the tokens that the model looks at, and the cache the first of them.
 */
#include <string.h>
#include "cup_check.h"

EXERCISE
void entry_restart(Entry *e)
{
    e->n = 0;
    kv_cache_truncate(e->cache, 0);
}

/* The context is full, and one token more has come. */
static void forget_half(Entry *e)
{
    long half = (e->model->options.context + 1) / 2;
    e->n -= half;
    memmove(e->ids, e->ids + half, (size_t)e->n * sizeof *e->ids);
    kv_cache_truncate(e->cache, 0);
}

EXERCISE
void entry_next(Entry *e, int id, real *logits)
{
    entry_check(e, id);
    e->ids[e->n++] = id;
    if (e->n > e->model->options.context)
        forget_half(e);
    long read = kv_cache_tokens(e->cache, 0);
    gpt_prefill(e->model, e->cache, e->ids + read, e->n - read, logits);
}

EXERCISE
size_t entry_bytes(const Entry *e)
{
    ParameterList *list = parameters_of(&e->model->module);
    size_t weights = (size_t)parameters_numel(list) * sizeof(real);
    parameters_free(list);
    size_t ids = (size_t)(e->model->options.context + 1) * sizeof *e->ids;
    return weights + kv_cache_bytes(e->cache) + ids;
}
