/* prune_want.c - masks and cuts by looking at every number. */
#include "want.h"

/* ---- 16.1 ----------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

Tensor *cut_want(const ParameterList *list, double fraction)
{
    double *x = ROOM_FOR(parameters_numel(list), double);
    long n = 0, ties = 0;
    for (long i = 0; i < list->count; i++)
        for (long j = 0; j < tensor_numel(list->tensor[i]); j++)
            x[n++] = fabs((double)list->tensor[i]->data[j]);
    qsort(x, (size_t)n, sizeof *x, ascending);
    long count = (long)floor(fraction * (double)n + 0.5);
    if (count == 0)
        return blank(SHAPE(2));
    for (long i = 0; i < count; i++)
        ties += x[i] == x[count - 1];
    return values(SHAPE(2), VALUES((real)x[count - 1], (real)ties));
}

Tensor *mask_want(const Tensor *w, double threshold, long ties)
{
    Tensor *mask = blank(w->ndim, w->shape);
    for (long i = 0; i < tensor_numel(w); i++) {
        double x = fabs((double)w->data[i]);
        bool tie = x == threshold && ties > 0;
        ties -= tie;
        mask->data[i] = !(tie || x < threshold);
    }
    return mask;
}

long ties_left_want(const Tensor *w, double threshold, long ties)
{
    for (long i = 0; i < tensor_numel(w); i++)
        ties -= fabs((double)w->data[i]) == threshold && ties > 0;
    return ties;
}

Tensor *applied_want(const Tensor *w, const Tensor *mask)
{
    Tensor *want = copy_of(w);
    for (long i = 0; i < tensor_numel(w); i++)
        if (mask->data[i] == 0)
            want->data[i] = 0;
    return want;
}

long zeros_want(const Tensor *mask)
{
    long zeros = 0;
    for (long i = 0; i < tensor_numel(mask); i++)
        zeros += mask->data[i] == 0;
    return zeros;
}
