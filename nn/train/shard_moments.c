/* shard_moments.c - each rank keeps the moments of some parameters, and nobody those of all.
 *
 * Adam keeps two numbers for each that learns. All ranks have the same gradients, so one of them
 * can take the step of a parameter and send what came out: stage 1 of ZeRO (Rajbhandari et al.
 * 2020). Parameters are not cut, so a rank with a large one keeps more than its part.
 * Invariant: weights are the bits of a run whose moments are whole.
 */
#include "trainer.h"
#include <string.h>

/* The rank in whose part of all numbers the middle of parameter i lies. */
static int owner(const ParameterList *list, long i, int size)
{
    double before = 0, all = (double)parameters_numel(list);
    for (long k = 0; k < i; k++)
        before += (double)tensor_numel(list->tensor[k]);
    double middle = before + (double)tensor_numel(list->tensor[i]) / 2;
    int rank = all > 0 ? (int)(middle / all * size) : 0;
    return rank < size ? rank : size - 1;
}

void moments_shard(Optimizer *o, const Ranks *r)
{
    if (strcmp(o->kind, "Adam") != 0 && strcmp(o->kind, "AdamW") != 0)
        fail("moments_shard: the optimizer is %s, expected Adam or AdamW, which know of it",
             o->kind);
    for (long i = 0; i < o->parameters->count; i++)
        for (int which = 0; which < o->n_state; which++)
            if (owner(o->parameters, i, ranks_size(r)) != ranks_rank(r)) {
                tensor_free(o->state[which][i]);
                o->state[which][i] = NULL;
            }
}

/* One moment of parameter i from its owner to rank 0. */
static int fetch(Ranks *r, Optimizer *o, int which, long i)
{
    const Tensor *like = o->parameters->tensor[i];
    Tensor **moment = &o->state[which][i];
    size_t bytes = (size_t)tensor_numel(like) * sizeof(real);
    int from = owner(o->parameters, i, r->size);
    if (from == 0 || (r->rank != 0 && r->rank != from))
        return 0;
    if (r->rank == from)
        return ranks_exchange(r, 0, (*moment)->data, bytes, -1, NULL, 0);
    *moment = tensor_new_in(NULL, like->ndim, like->shape);
    return ranks_exchange(r, -1, NULL, 0, from, (*moment)->data, bytes);
}

int moments_gather(Optimizer *o, Ranks *r)
{
    for (long i = 0; i < o->parameters->count && ranks_size(r) > 1; i++)
        for (int which = 0; which < o->n_state; which++)
            if (fetch(r, o, which, i) != 0)
                return -1;
    return 0;
}

/* Parts of the row of all weights, in bytes: owners go up with the parameters. */
static size_t *parts(const ParameterList *list, int size)
{
    size_t *first = scope_alloc(scope_current(), (size_t)(size + 1) * sizeof *first), at = 0;
    int rank = 0;
    first[0] = 0;
    for (long i = 0; i < list->count; i++) {
        while (rank < owner(list, i, size))
            first[++rank] = at;
        at += (size_t)tensor_numel(list->tensor[i]) * sizeof(real);
    }
    while (rank < size)
        first[++rank] = at;
    return first;
}

int trainer_send_weights(Trainer *t)
{
    const ParameterList *list = t->optimizer->parameters;
    int size = ranks_size(t->ranks);
    if (!t->shard_moments || size == 1)
        return 0;
    Scope *scope = scope_open();
    size_t *first = parts(list, size), at = 0;
    char *all = scope_alloc(scope, first[size] + 1);
    for (long i = 0; i < list->count; i++) {
        size_t bytes = (size_t)tensor_numel(list->tensor[i]) * sizeof(real);
        memcpy(all + at, list->tensor[i]->data, bytes);
        at += bytes;
    }
    int status = ranks_gather(t->ranks, all, first);
    at = 0;
    for (long i = 0; status == 0 && i < list->count; i++) {
        size_t bytes = (size_t)tensor_numel(list->tensor[i]) * sizeof(real);
        memcpy(list->tensor[i]->data, all + at, bytes);
        tensor_written(list->tensor[i], "trainer_run");
        at += bytes;
    }
    scope_close(scope);
    return status;
}
