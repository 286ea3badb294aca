/* op_add.c - sums: a sum passes its gradient on to both sides, unchanged. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.6 ------------------------------------------------------------------------------------ */

Tensor *tensor_add(Tensor *a, Tensor *b)
{
    /* TODO: a + b, recorded, so that gradients can come back. The pattern is tensor_sub, in the lesson.
     *
     * APPROACH
     *   1. Above this function write add_backward(Closure *c, Tensor *dy). dy is d loss / d (a + b):
     *      what are the shares of c->in[0] and c->in[1]? Hand each over with grad_add.
     *   2. Below that, add_op: its name is "add", its backward is add_backward.
     *   3. Here: the shape (broadcast_shape), Tensor *out = tensor_new(ndim, shape); then add_kernel.
     *   4. return closure_record(out, &add_op, INPUTS(a, b), NO_CAPTURE);
     *
     * EXAMPLE
     *   a = [1, 2], b = 10: a + b = [11, 12]. With dy = [5, 7]: da = [5, 7], and db = 5 + 7 = 12,
     *   because b was used for both numbers. That sum is made by grad_add.
     *
     * HINT: a + b grows by exactly as much as a does, and by exactly as much as b does. */
    return todo("06.6 tensor_add");
}
