/* op_div.c - quotients, number by number. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.8 ------------------------------------------------------------------------------------ */

Tensor *tensor_div(Tensor *a, Tensor *b)
{
    /* TODO: a / b, number by number, recorded.
     *
     * APPROACH
     *   1. div_backward. With y = a / b:  dy/da = 1 / b  and  dy/db = -a / b^2.
     *   2. The closure knows its result: c->out is y. As a / b^2 = y / b, the second share is
     *      -(dy / b) * y, and the first is dy / b: computed once, used twice. tensor_neg turns signs.
     *   3. div_op, named "div"; then shape, new tensor, div_kernel, closure_record.
     *
     * EXAMPLE
     *   a = 6, b = 2, dy = 1:  y = 3,  da = 1/2,  db = -6/4 = -1.5
     *
     * HINT: a larger divisor makes a smaller quotient: what does that say about the sign? */
    return todo("06.8 tensor_div");
}
