/* flops_backward.c - arithmetic of the walk back. */
#include "costs.h"

double flops_backward(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
        sum += flops_gradients(c);
    return sum;
}
