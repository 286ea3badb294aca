/* bytes_step.c - memory traffic of a training step. */
#include "costs.h"

double bytes_step(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
        sum += 3 * bytes_moved(c);
    return sum;
}
