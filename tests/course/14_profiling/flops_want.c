/* flops_want.c - 2 m n k, forward and for each gradient; sums over graphs. */
#include "want.h"

double matmul_want(const Product *p)
{
    return 2 * p->m * p->n * p->k;
}

double gradients_want(const Product *p)
{
    return 2 * p->m * p->n * p->k * (p->wants[0] + p->wants[1]);
}

double backward_want(const GraphSizes *g)
{
    double sum = 0;
    for (long i = 0; i < g->n; i++)
        sum += g->gradients[i];
    return sum;
}
