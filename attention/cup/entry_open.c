/* entry_open.c - an entry from its artefact, its end, and how the judge sees it. */
#include "cup_check.h"

/* Does it read token by token, and does its cache take no more than anybody may take? */
static bool can_be_entered(const GptOptions *o)
{
    double numbers = 2.0 * (double)o->num_layers * (double)o->context * (double)o->embed_dim;
    if (!o->causal)
        kindling_set_error(
            "artefact: the model is not causal, expected one that reads a text token "
            "by token");
    else if (numbers > ARTEFACT_MOST_NUMBERS)
        kindling_set_error(
            "artefact: keys and values of %ld tokens in %ld layers are %.0f numbers, "
            "expected at most %d. hint: a shorter context",
            o->context, o->num_layers, numbers, ARTEFACT_MOST_NUMBERS);
    return o->causal && numbers <= ARTEFACT_MOST_NUMBERS;
}

Entry *entry_open(const void *artefact, size_t bytes)
{
    UNDO_ON_FAIL;
    Gpt *model = artefact_model(artefact, bytes);
    if (model == NULL)
        return NULL;
    if (!can_be_entered(&model->options)) {
        module_free(&model->module);
        return NULL;
    }
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
