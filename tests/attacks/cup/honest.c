/* An open entry that is honest: the engine's own reader of an artefact, in a struct of its own. Attacks of the open division stand in
 * front of it. */
#include <string.h>
#include "cup_check.h"

typedef struct {
    Gpt *model;
    KvCache *cache;
    int ids[65];
    long n;
} Mine;

Entry *entry_open(const void *artefact, size_t bytes)
{
    Gpt *model = artefact_model(artefact, bytes);
    if (model == NULL)
        return NULL;
    Mine *m = scope_alloc(scope_current(), sizeof *m);
    *m = (Mine){.model = model, .cache = gpt_cache_new(model, 1, 64)};
    return (Entry *)(void *)m;
}

void entry_close(Entry *e)
{
    (void)e;
}

void entry_restart(Entry *e)
{
    Mine *m = (void *)e;
    m->n = 0;
    kv_cache_truncate(m->cache, 0);
}

void entry_next(Entry *e, int id, real *logits)
{
    Mine *m = (void *)e;
    if (m->n == 64) {
        memmove(m->ids, m->ids + 32, 32 * sizeof *m->ids);
        m->n = 32;
        kv_cache_truncate(m->cache, 0);
    }
    m->ids[m->n++] = id;
    long read = kv_cache_tokens(m->cache, 0);
    gpt_prefill(m->model, m->cache, m->ids + read, m->n - read, logits);
}

size_t entry_bytes(const Entry *e)
{
    (void)e;
    return 1000;
}
