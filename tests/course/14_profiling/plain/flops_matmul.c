/* flops_matmul.c - arithmetic of a product, from the shapes in its closure. */
#include "measure_check.h"

double flops_matmul(const Closure *c)
{
    flops_matmul_check(c);

    const Tensor *a = c->in[0];
    double numbers = 1; /* of the result */
    for (int d = 0; d < c->out->ndim; d++)
        numbers *= (double)c->out->shape[d];
    double products = (double)a->shape[a->ndim - 1]; /* that each is a sum of */
    return 2 * numbers * products;
}
