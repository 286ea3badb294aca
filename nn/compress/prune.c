/* prune.c - the smallest weights become 0, and stay 0.
 *
 * Invariant: exactly as many go as were asked for, also where magnitudes are equal.
 */
#include <math.h>
#include "compress_check.h"

EXERCISE
ParameterList *prune_candidates(Module *m)
{
    UNDO_ON_FAIL;
    ParameterList *all = parameters_of(m), *matrices = parameters_new();
    for (long i = 0; i < all->count; i++)
        if (all->tensor[i]->ndim >= 2)
            parameters_add(matrices, all->name[i], all->tensor[i]);
    parameters_free(all);
    return matrices;
}

EXERCISE
PruneCut prune_cut(const ParameterList *list, double fraction)
{
    prune_cut_check(list, fraction);
    long n = parameters_numel(list), count = (long)floor(fraction * (double)n + 0.5), next = 0;
    if (count == 0)
        return (PruneCut){0, 0};
    double *magnitude = prune_room(n);
    for (long i = 0; i < list->count; i++)
        for (long j = 0; j < tensor_numel(list->tensor[i]); j++)
            magnitude[next++] = fabs((double)list->tensor[i]->data[j]);
    sort_numbers(magnitude, n);
    PruneCut cut = {.threshold = magnitude[count - 1], .ties = 0};
    for (long i = count; i > 0 && magnitude[i - 1] == cut.threshold; i--)
        cut.ties++;
    return cut;
}

EXERCISE
void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut)
{
    prune_mask_check("prune_mask", mask, w);
    for (long i = 0; i < tensor_numel(w); i++) {
        double magnitude = fabs((double)w->data[i]);
        bool tie = magnitude == cut->threshold && cut->ties > 0;
        mask->data[i] = magnitude < cut->threshold || tie ? 0 : 1;
        cut->ties -= tie;
    }
}

EXERCISE
void pruning_apply(const Pruning *p)
{
    for (long i = 0; i < p->n; i++) {
        Tensor *w = p->list->tensor[i];
        for (long j = 0; j < tensor_numel(w); j++)
            if (p->mask[i]->data[j] == 0)
                w->data[j] = 0;
    }
}
