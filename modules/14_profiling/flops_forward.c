/* flops_forward.c - arithmetic of a pass. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.4 ---------------------------------------------------------------------------------------- */

double flops_forward(Tensor *root)
{
    /* TODO: the arithmetic of a pass: of all operations that root depends on, each once.
     *
     * CONTRACT  a given function says it of one closure. 0 for a leaf.
     * EXAMPLE   sum(exp(x)) of 5 numbers: 5 for exp, 5 for the sum, 10
     * HOLDS     a result that is used twice was computed once.
     * YOU HAVE  flops_closure; backward_order(root): the first closure of the walk back, NULL
     *           for a leaf; c->next
     * THINK     who has already found every closure once? */
    todo("14.4 flops_forward");
}
