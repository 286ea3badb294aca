/* flops_closure.c - arithmetic of every operation, as it says itself (Operation.flops).
 *
 * Its numbers say how an operation is computed if nobody is clever; an exp, a tanh, a root or a
 * division counts for one. Beside the products of any network that is slow all others are small.
 */
#include "costs.h"

bool closure_is_product(const Closure *c)
{
    return c->op->products == 1;
}

double flops_closure(const Closure *c)
{
    if (c->op->view != NULL)
        return 0;
    return c->op->flops != NULL ? c->op->flops(c) : (double)tensor_numel(c->out);
}

double flops_other_gradients(const Closure *c)
{
    int wanted = 0;
    for (int i = 0; i < c->n_in; i++)
        wanted += c->in[i]->requires_grad;
    if (c->op->flops_back > 0)
        return wanted > 0 ? (double)c->op->flops_back * flops_closure(c) : 0;
    return wanted * flops_closure(c);
}
