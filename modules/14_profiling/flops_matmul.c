/* flops_matmul.c - arithmetic of a product, from the shapes in its closure.
 *
 * c->in[0] and c->in[1] are the inputs of a closure, c->out is its result.
 */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.3 ---------------------------------------------------------------------------------------- */

double flops_matmul(const Closure *c)
{
    flops_matmul_check(c); /* given: c is of a matmul or a linear */

    /* TODO: 2 for each number of the result and each product that it is a sum of.
     *
     * APPROACH
     *   1. k, the axis that disappears, is the last one of input 0.
     *   2. The result has tensor_numel(c->out) numbers, whatever batch is in front. Compute in double.
     *
     * EXAMPLE
     *   (2, 3) @ (3, 4): 8 numbers, each of 3 products: 2 * 8 * 3 = 48
     *
     * HINT: of input 1 nothing is needed. */
    todo("14.3 flops_matmul");
}
