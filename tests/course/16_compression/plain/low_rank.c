/* low_rank.c - two layers, filled number by number. */
#include <math.h>
#include "compress_check.h"

long low_rank_limit(long in, long out)
{
    long rank = 0;
    while ((rank + 1) * (in + out) < in * out)
        rank++;
    return rank;
}

Module *linear_low_rank(const Linear *l, long rank)
{
    low_rank_check(l, rank);
    UNDO_ON_FAIL;

    long in = l->weight->shape[0], out = l->weight->shape[1];
    Svd svd = svd_of(l->weight);
    Linear *first = low_rank_layer(in, rank, false);
    Linear *second = low_rank_layer(rank, out, l->bias != NULL);
    for (long r = 0; r < rank; r++) {
        double root = sqrt((double)tensor_get(svd.s, AT(r)));
        for (long i = 0; i < in; i++)
            tensor_set(first->weight, AT(i, r), (real)(tensor_get(svd.u, AT(i, r)) * root));
        for (long j = 0; j < out; j++)
            tensor_set(second->weight, AT(r, j), (real)(tensor_get(svd.v, AT(j, r)) * root));
    }
    if (l->bias != NULL)
        for (long j = 0; j < out; j++)
            tensor_set(second->bias, AT(j), tensor_get(l->bias, AT(j)));
    return sequential_new(LAYERS(&first->module, &second->module));
}
