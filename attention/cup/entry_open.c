/* entry_open.c - an entry from its artefact, its end, and how the judge sees it. */
#include "cup_check.h"

Entry *entry_open(const void *artefact, size_t bytes)
{
    Gpt *model = artefact_model(artefact, bytes);
    if (model == NULL)
        return NULL;
    long context = model->options.context;
    Entry *e = scope_alloc(scope_current(), sizeof *e);
    e->model = model;
    e->cache = gpt_cache_new(model, 1, context);
    e->ids = scope_alloc(scope_current(), (size_t)(context + 1) * sizeof *e->ids);
    e->n = 0;
    return e;
}

void entry_close(Entry *e)
{
    module_free(&e->model->module);
    e->model = NULL;
}

static void restart(void *context)
{
    entry_restart(context);
}

static void next(void *context, int id, real *logits)
{
    entry_next(context, id, logits);
}

CupModel cup_model(Entry *e)
{
    return (CupModel){e, restart, next, e->model->options.vocabulary};
}
