/* flops.c - arithmetic of a graph, counted from the shapes in its closures.
 *
 * A closure that is walked back was computed once, and its backward makes one product for each gradient that is wanted. So
 * a step costs three times its forward pass where all inputs want one, and less where some do not: images, token ids.
 */
#include "measure_check.h"

double flops_matmul(const Closure *c)
{
    flops_matmul_check(c);
    const Tensor *a = c->in[0];
    long k = a->shape[a->ndim - 1];
    return 2.0 * (double)tensor_numel(c->out) * (double)k;
}

double flops_forward(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
        sum += flops_closure(c);
    return sum;
}

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

double flops_backward(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
        sum += flops_gradients(c);
    return sum;
}
