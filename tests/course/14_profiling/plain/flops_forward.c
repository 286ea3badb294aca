/* flops_forward.c - arithmetic of a pass. */
#include "measure_check.h"

double flops_forward(Tensor *root)
{
    double sum = 0;
    Closure *c = backward_order(root);
    while (c != NULL) {
        sum += flops_closure(c);
        c = c->next;
    }
    return sum;
}
