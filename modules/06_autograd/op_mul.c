/* op_mul.c - products, number by number: each side's gradient is scaled by the other side. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.7 ------------------------------------------------------------------------------------ */

Tensor *tensor_mul(Tensor *a, Tensor *b)
{
    /* TODO: a * b, number by number, recorded.
     *
     * APPROACH
     *   1. mul_backward, above this function. With y = a b: what is dy/da? and dy/db? Multiply each
     *      by the gradient that comes in (tensor_mul does it: recording is off during backward) and
     *      grad_add it. Skip the side that does not require a gradient: why multiply for nothing?
     *   2. mul_op, named "mul".
     *   3. Here: shape, new tensor, mul_kernel, closure_record.
     *
     * EXAMPLE
     *   a = [2, 3], b = [5, 7], dy = [1, 10]:  da = dy * b = [5, 70],  db = dy * a = [2, 30]
     *
     * HINT: shapes look after themselves: dy * b may be larger than a, and grad_add sums it. An
     * input used twice (y * y) gets two shares, and grad_add adds them. */
    return todo("06.7 tensor_mul");
}
