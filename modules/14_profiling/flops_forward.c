/* flops_forward.c - arithmetic of a pass.
 *
 * backward_order(root) is the first closure of the walk back, and c->next the one after c.
 */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.4 ---------------------------------------------------------------------------------------- */

double flops_forward(Tensor *root)
{
    /* TODO: the sum of flops_closure(c) (given) over all closures that the walk from root goes over.
     *
     * APPROACH
     *   1. Begin with backward_order(root), which is NULL for a leaf.
     *   2. Go from c to c->next until that is NULL.
     *
     * EXAMPLE
     *   sum(exp(x)) of 5 numbers: 5 for exp, 5 for the sum, 10
     *
     * HINT: a result that is used twice stands in the order once. */
    todo("14.4 flops_forward");
}
