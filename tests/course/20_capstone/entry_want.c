/* entry_want.c - what an entry says of a text, by reading all of it again. */
#include "want.h"

long forgotten_want(long n)
{
    MISTAKE_NUMBER(n, "all that was read is still there: both the tokens and the cache begin anew");
    return 0;
}

/* The window that the model looks at after n tokens: from where? */
static long window_start(const Entry *e, long n)
{
    long context = e->model->options.context, half = (context + 1) / 2, start = 0;
    while (n - start > context)
        start += half;
    return start;
}

long window_want(const Entry *e, long n)
{
    long context = e->model->options.context, last = n < context ? n : context;
    long want = n - window_start(e, n);
    MISTAKE_NUMBER(want - 1, "a token is missing: the one that was just read counts, too");
    MISTAKE_NUMBER(want + 1, "a token too many: was one of them read twice?");
    MISTAKE_NUMBER(0, "nothing is there after a token was read");
    MISTAKE_NUMBER(last, "one token was dropped for the new one: the first half goes at once, and "
                         "so nothing has to be "
                         "read anew for each token");
    MISTAKE_MESSAGE("exceed",
                    "the context was full, and nothing was forgotten: the first half goes");
    MISTAKE_MESSAGE(
        "do not fit",
        "the context was full, and nothing was forgotten: the first half goes, and so does "
        "what is remembered");
    return want;
}

static Tensor *logits_of(const Entry *e, const int *ids, long n)
{
    bool was = grad_mode(false);
    Tensor *all = gpt_forward(e->model, int_tensor_from(SHAPE(1, n), n, ids), NULL);
    long V = e->model->options.vocabulary;
    Tensor *out = blank(SHAPE(V));
    for (long v = 0; v < V; v++)
        out->data[v] = tensor_get(all, AT(0, n - 1, v));
    grad_mode(was);
    return out;
}

Tensor *foretold_want(const Entry *e, const int *text, long n)
{
    long context = e->model->options.context, start = window_start(e, n);
    MISTAKE(logits_of(e, text + n - 1, 1),
            "it knows the last token only: what was read before is in the cache");
    if (n > context) {
        MISTAKE(logits_of(e, text + n - context, context),
                "these are the logits of the last tokens, as many as the context takes: half of it "
                "goes at once");
        MISTAKE(logits_of(e, text, context), "the new token was not read: the context was full");
    }
    MISTAKE_MESSAGE("exceed",
                    "the context was full, and nothing was forgotten: the first half goes");
    MISTAKE_MESSAGE(
        "do not fit",
        "the context was full, and nothing was forgotten: the first half goes, and so does "
        "what is remembered");
    MISTAKE_MESSAGE("n is -",
                    "more tokens are in the cache than in ids: when half of the text goes, "
                    "what is remembered goes, too");
    return logits_of(e, text + start, n - start);
}

/* With what the cache holds, whatever that is; the entry stays as it is. */
Tensor *from_memory_want(const Entry *e, int id)
{
    KvCache *c = gpt_cache_new(e->model, 1, e->model->options.context);
    memcpy(c->keys->data, e->cache->keys->data, (size_t)tensor_numel(c->keys) * sizeof(real));
    memcpy(c->values->data, e->cache->values->data, (size_t)tensor_numel(c->values) * sizeof(real));
    memcpy(c->lengths->data, e->cache->lengths->data,
           (size_t)int_tensor_numel(c->lengths) * sizeof(int));
    int *whole = int_tensor_new(SHAPE(e->n + 1))->data;
    memcpy(whole, e->ids, (size_t)e->n * sizeof *whole);
    whole[e->n] = id;
    Tensor *want = blank(SHAPE(e->model->options.vocabulary));
    gpt_prefill(e->model, c, &id, 1, want->data);
    MISTAKE(logits_of(e, whole, e->n + 1),
            "what is remembered makes no difference: were all tokens read again?");
    MISTAKE(logits_of(e, whole + e->n, 1),
            "it knows the last token only: what was read before is in the cache");
    return want;
}

bool ids_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the line that is marked as given looks at the id: it stands first");
    return true;
}

long holding_want(const Entry *e)
{
    const KvCache *c = e->cache;
    long weights = 0, cache = 2 * (long)sizeof(real),
         ids = (e->model->options.context + 1) * (long)sizeof(int);
    for (int d = 0; d < 5; d++)
        cache *= c->keys->shape[d];
    ParameterList *every = parameters_of(&e->model->module);
    for (long i = 0; i < every->count; i++) {
        long n = 1;
        for (int d = 0; d < every->tensor[i]->ndim; d++)
            n *= every->tensor[i]->shape[d];
        weights += n;
    }
    parameters_free(every);
    long reals = weights * (long)sizeof(real);
    MISTAKE_NUMBER(weights + cache + ids, "parameters were counted, not their bytes");
    if (sizeof(real) != 4)
        MISTAKE_NUMBER(4 * weights + cache + ids,
                       "a number of the model has sizeof(real) bytes while it runs");
    MISTAKE_NUMBER(reals + ids, "the cache is not counted: it is a part of what runs");
    MISTAKE_NUMBER(reals + cache / 2 + ids, "keys alone are counted: kv_cache_bytes has both");
    MISTAKE_NUMBER(reals + cache, "the ids are not counted");
    MISTAKE_NUMBER(reals + cache + ids - (long)sizeof(int),
                   "room for context + 1 ids: the one that is too many waits there");
    MISTAKE_NUMBER(cache + ids, "the parameters are not counted");
    MISTAKE_NUMBER(weights + cache,
                   "parameters were counted, not their bytes, and the ids were not");
    return reals + cache + ids;
}
