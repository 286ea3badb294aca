/* flops_gradients.c - arithmetic of the gradients that a closure hands out. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.4 ---------------------------------------------------------------------------------------- */

double flops_gradients(const Closure *c)
{
    if (!closure_is_product(c))
        return flops_other_gradients(c); /* given: what is no product */

    /* TODO: the arithmetic of the gradients that a product hands out.
     *
     * CONTRACT  2 for each product of two numbers in those gradients of the first two inputs that
     *           are wanted; a third input is a bias, and is not counted.
     * EXAMPLE   images (64, 784), which want none, @ weights (784, 10), which do: 1003520
     * HOLDS     no input wants one: 0.
     * YOU HAVE  c->in[i]->requires_grad, c->out; what you wrote before, and costs.h
     * THINK     what has which shape in the gradients of 06.9? How many products of two numbers
     *           is each of them, beside those of Y = A B? */
    todo("14.4 flops_gradients");
}
