/* entry_want.c - what an entry says of a text, by reading all of it again. */
#include "want.h"

/* How many of n tokens the model looks at. */
long window_want(const Entry *e, long n)
{
    long context = e->model->options.context, half = (context + 1) / 2;
    while (n > context)
        n -= half;
    return n;
}

Tensor *foretold_want(const Entry *e, const int *text, long n)
{
    bool was = grad_mode(false);
    long T = window_want(e, n), V = e->model->options.vocabulary;
    IntTensor *window = int_tensor_from(SHAPE(1, T), T, text + n - T);
    Tensor *all = gpt_forward(e->model, window, NULL), *out = blank(SHAPE(V));
    for (long v = 0; v < V; v++)
        out->data[v] = tensor_get(all, AT(0, T - 1, v));
    grad_mode(was);
    return out;
}

/* With what the cache holds, whatever that is; the entry stays as it is. */
Tensor *from_memory_want(const Entry *e, int id)
{
    KvCache *c = gpt_cache_new(e->model, 1, e->model->options.context);
    copy_kernel(c->keys, e->cache->keys);
    copy_kernel(c->values, e->cache->values);
    memcpy(c->lengths->data, e->cache->lengths->data,
           (size_t)int_tensor_numel(c->lengths) * sizeof(int));
    Tensor *want = blank(SHAPE(e->model->options.vocabulary));
    gpt_prefill(e->model, c, &id, 1, want->data);
    return want;
}

long holding_want(const Entry *e)
{
    long reals = 2;
    for (int d = 0; d < 5; d++)
        reals *= e->cache->keys->shape[d];
    ParameterList *every = parameters_of(&e->model->module);
    for (long i = 0; i < every->count; i++) {
        long n = 1;
        for (int d = 0; d < every->tensor[i]->ndim; d++)
            n *= every->tensor[i]->shape[d];
        reals += n;
    }
    parameters_free(every);
    return reals * (long)sizeof(real) + (e->model->options.context + 1) * (long)sizeof(int);
}
