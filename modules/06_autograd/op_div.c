/* op_div.c - quotients, number by number. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.8 ------------------------------------------------------------------------------------ */

Tensor *tensor_div(Tensor *a, Tensor *b)
{
    /* TODO: a / b, number by number, recorded.
     *
     * CONTRACT  as 06.6, with the name "div".
     * EXAMPLE   a = 6, b = 2, dy = 1:  y = 3,  da = 1/2,  db = -1.5
     * HOLDS     a and b twice as large: y is the same, da and db are halved.
     * THINK     a larger divisor makes a smaller quotient: what does that say about a sign?
     *           c->out is the result: can its number spare you a square? */
    return todo("06.8 tensor_div");
}
