/* prune.c - a cut through all weights, and who goes by it. */
#include <math.h>
#include "compress_check.h"

PruneCut prune_cut(const ParameterList *list, double fraction)
{
    prune_cut_check(list, fraction);

    long n = parameters_numel(list);
    long go = (long)floor(fraction * (double)n + 0.5);
    PruneCut cut = {0, 0};
    if (go == 0)
        return cut;

    double *size = prune_room(n);
    long filled = 0;
    for (long i = 0; i < list->count; i++) {
        const Tensor *t = list->tensor[i];
        for (long k = 0; k < tensor_numel(t); k++) {
            size[filled] = fabs((double)t->data[k]);
            filled++;
        }
    }
    sort_numbers(size, n);
    cut.threshold = size[go - 1];
    long below = 0;
    while (size[below] < cut.threshold)
        below++;
    cut.ties = go - below;
    return cut;
}

void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut)
{
    prune_mask_check("prune_mask", mask, w);

    for (long i = 0; i < tensor_numel(w); i++) {
        double size = fabs((double)w->data[i]);
        if (size < cut->threshold) {
            mask->data[i] = 0;
        } else if (size == cut->threshold && cut->ties > 0) {
            mask->data[i] = 0;
            cut->ties = cut->ties - 1;
        } else {
            mask->data[i] = 1;
        }
    }
}

void pruning_apply(const Pruning *p)
{
    for (long i = 0; i < p->n; i++) {
        Tensor *w = p->list->tensor[i];
        const Tensor *mask = p->mask[i];
        for (long k = 0; k < tensor_numel(w); k++)
            if (mask->data[k] == 0)
                w->data[k] = 0;
    }
}
