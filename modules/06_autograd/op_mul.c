/* op_mul.c - products, number by number. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.4 ------------------------------------------------------------------------------------ */

Tensor *tensor_mul(Tensor *a, Tensor *b)
{
    /* TODO: a * b, number by number, recorded. The pattern is that of op_add.c.
     *
     * APPROACH
     *   1. mul_backward, above this function. With y = a b: what is dy/da? and dy/db? Multiply each
     *      by dout (tensor_mul does it: nothing is recorded during backward) and grad_add it.
     *      The inputs are c->in[0] and c->in[1].
     *   2. mul_op, named "mul".
     *   3. Here: shape, new tensor, mul_forward, record, return.
     *
     * EXAMPLE
     *   a = [2, 3], b = [5, 7], dout = [1, 10]:  da = dout * b = [5, 70],  db = dout * a = [2, 30]
     *
     * HINT: shapes look after themselves: dout * b may be larger than a, and grad_add sums it. An
     * input used twice (y * y) gets two shares, and grad_add adds them. */
    return todo("06.4 tensor_mul");
}
