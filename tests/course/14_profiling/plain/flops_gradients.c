/* flops_gradients.c - arithmetic of the gradients that a closure hands out. */
#include "measure_check.h"

double flops_gradients(const Closure *c)
{
    if (!closure_is_product(c))
        return flops_other_gradients(c);

    double forward = flops_closure(c);
    double sum = 0;
    if (c->in[0]->requires_grad)
        sum += forward;
    if (c->n_in > 1 && c->in[1]->requires_grad)
        sum += forward;
    return sum;
}
