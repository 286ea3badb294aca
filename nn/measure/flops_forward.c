/* flops_forward.c - arithmetic of a pass: what the walk back goes over was computed once. */
#include "measure_check.h"

EXERCISE
double flops_forward(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
        sum += flops_closure(c);
    return sum;
}
