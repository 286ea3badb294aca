/* flops_gradients.c - arithmetic of the gradients that a closure hands out.
 *
 * A product makes one product more for each gradient that is wanted. So a step costs three times
 * its forward pass where all inputs want one, and less where some do not: images, token ids.
 */
#include "measure_check.h"

EXERCISE
double flops_gradients(const Closure *c)
{
    if (!closure_is_product(c))
        return flops_other_gradients(c);
    double sum = 0;
    for (int i = 0; i < 2; i++)
        if (c->in[i]->requires_grad)
            sum += flops_closure(c);
    return sum;
}
