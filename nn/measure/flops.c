/* flops.c - arithmetic, from the shapes in closures: of an operation, its gradients, a pass.
 *
 * The numbers of an operation (Operation.flops) say how it is computed if nobody is clever; an exp,
 * a tanh, a root or a division counts for one. Beside the products of any network that is slow all
 * others are small.
 */
#include "measure_check.h"

/* ---- of an operation ------------------------------------------------------------------------- */

void flops_matmul_check(const Closure *c)
{
    if (c->op->flops != closure_product_flops)
        fail("flops_matmul: the closure is of %s, expected matmul or linear. hint: flops_closure "
             "knows "
             "every operation",
             c->op->name);
}

EXERCISE
double flops_matmul(const Closure *c)
{
    flops_matmul_check(c);
    const Tensor *a = c->in[0];
    long k = a->shape[a->ndim - 1];
    return 2.0 * (double)tensor_numel(c->out) * (double)k;
}

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

/* ---- of the gradients that it hands out ------------------------------------------------------ */

double flops_other_gradients(const Closure *c)
{
    int wanted = 0;
    for (int i = 0; i < c->n_in; i++)
        wanted += c->in[i]->requires_grad;
    if (c->op->flops_back > 0)
        return wanted > 0 ? (double)c->op->flops_back * flops_closure(c) : 0;
    return wanted * flops_closure(c);
}

/* A product makes one product more for each gradient that is wanted. So a step costs three times
 * its forward pass where all inputs want one, and less where some do not: images, token ids. */
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

/* ---- of a pass ------------------------------------------------------------------------------- */

/* What the walk back goes over was computed once. */
double flops_forward(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
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
