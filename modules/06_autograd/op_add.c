/* op_add.c - sums and differences.
 *
 * A sum passes its gradient on to both sides unchanged; a difference turns the sign of the second.
 */
#include "autograd.h"
#include "todo.h"

/* ---- given: the pattern of every operation --------------------------------------------------- */

/* With y = a - b:  dy/da = 1,  dy/db = -1.  dout is d loss / d y. */
static void sub_backward(Closure *c, Tensor *dout)
{
    grad_add(c->in[0], dout);
    grad_add_scaled(c->in[1], -1, dout);
}

static const Operation sub_op = {.name = "sub", .backward = sub_backward};

Tensor *tensor_sub(Tensor *a, Tensor *b)
{
    /* 1. the result, by a kernel of tensor.h */
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_sub", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    sub_forward(out, a, b);
    /* 2. the closure: which operation, made from what */
    record(out, &sub_op, INPUTS(a, b));
    return out;
}

/* ---- 06.3 ------------------------------------------------------------------------------------ */

Tensor *tensor_add(Tensor *a, Tensor *b)
{
    /* TODO: a + b, recorded, so that gradients can come back. Use tensor_sub above as the pattern.
     *
     * APPROACH
     *   1. Above this function write add_backward. dout is d loss / d (a + b): what are the shares
     *      of in[0] and in[1]? Hand each over with grad_add.
     *   2. Below that, add_op: its name is "add", its backward is add_backward.
     *   3. Here: the shape (broadcast_shape), a new tensor, the kernel add_forward.
     *   4. record(out, &add_op, INPUTS(a, b)); and return out.
     *
     * EXAMPLE
     *   a = [1, 2], b = 10: a + b = [11, 12]. With dout = [5, 7]: da = [5, 7], and db = 5 + 7 = 12,
     *   because b was used for both numbers. That sum is made by grad_add.
     *
     * HINT: a + b grows by exactly as much as a does, and by exactly as much as b does. */
    return todo("06.3 tensor_add");
}
