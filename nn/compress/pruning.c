/* pruning.c - masks for a list of parameters: who owns them, and how they are filled. */
#include <math.h>
#include "compress_check.h"

double tensor_sparsity(const Tensor *t)
{
    Scope *scope = scope_open();
    Tensor *numbers = tensor_contiguous(tensor_new_view(t));
    long n = tensor_numel(t), zeros = 0;
    for (long i = 0; i < n; i++)
        zeros += numbers->data[i] == 0;
    scope_close(scope);
    return n == 0 ? 0 : (double)zeros / (double)n;
}

double *prune_room(long n)
{
    double *room = scope_alloc(scope_current(), ((size_t)n + 1) * sizeof *room);
    room[0] = NAN; /* in front: who reads it has counted wrong */
    return room + 1;
}

Pruning *pruning_new(const ParameterList *list)
{
    UNDO_ON_FAIL;
    Pruning *p = owned_alloc(sizeof *p);
    p->list = list;
    p->n = list->count;
    p->mask = owned_alloc(((size_t)p->n + 1) * sizeof(Tensor *));
    for (long k = 0; k < p->n; k++) {
        p->mask[k] = tensor_new_in(NULL, list->tensor[k]->ndim, list->tensor[k]->shape);
        tensor_fill(p->mask[k], 1);
    }
    return p;
}

void pruning_free(Pruning *p)
{
    if (p == NULL)
        return;
    for (long k = 0; k < p->n; k++)
        tensor_free(p->mask[k]);
    owned_free(p->mask);
    owned_free(p);
}

void pruning_by_magnitude(Pruning *p, double fraction)
{
    Scope *scope = scope_open();
    PruneCut cut = prune_cut(p->list, fraction);
    for (long k = 0; k < p->n; k++)
        prune_mask(p->mask[k], p->list->tensor[k], &cut);
    scope_close(scope);
    pruning_apply(p);
}

void pruning_2_4(Pruning *p)
{
    for (long k = 0; k < p->n; k++)
        prune_mask_2_4_check(p->mask[k], p->list->tensor[k]);
    for (long k = 0; k < p->n; k++)
        prune_mask_2_4(p->mask[k], p->list->tensor[k]);
    pruning_apply(p);
}
