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

    /* TODO: the arithmetic of a product, from the shapes in its closure: 2 for each product of two
     * numbers.
     *
     * CONTRACT  c is of a matmul or a linear, whatever batches stand in front and were
     *           broadcast. Computed in double: counts are large.
     * EXAMPLE   (2, 3) @ (3, 4): 48
     * HOLDS     a batch of 5 matrices: 5 times as much. A bias adds nothing.
     * YOU HAVE  c->in[0], c->in[1], c->out; tensor_numel
     * THINK     either input may be without the batches of the other. From which of the three
     *           shapes can you read what, in every case? */
    todo("14.3 flops_matmul");
}
