/* accumulate.c - the one place where gradients are added.
 *
 * A tensor that is used twice gets two shares, and their sum is its gradient. A tensor that was
 * broadcast was used once for every repetition, so its share is summed over them. Whatever
 * else writes to a gradient (grad_buffer.c) is a short cut to the same result.
 */
#include "autograd.h"
#include "todo.h"

/* ---- 06.1 ------------------------------------------------------------------------------------ */

void grad_add_scaled(Tensor *t, real alpha, const Tensor *g)
{
    if (t->requires_grad && !can_broadcast(t, g->ndim, g->shape)) /* given */
        fail("grad_add: a gradient of shape %s cannot reach a tensor of shape %s",
             tensor_shape_text(g), tensor_shape_text(t));

    /* TODO: t->grad += alpha * g, summed over the axes along which t was broadcast.
     *
     * APPROACH
     *   1. A tensor that does not require a gradient gets none: return.
     *   2. grad_buffer(t, &beta) gives t's gradient, of t's shape. It sets beta (a real) to 0 if
     *      its numbers are not set yet, and to 1 if earlier shares are there already.
     *   3. If alpha is not 1, make alpha * g first: tensor_new_like and scale_forward. g itself
     *      belongs to the caller and stays as it is.
     *   4. sum_to(sum, g, beta) does the rest: sum = beta * sum + g, where g is summed over every
     *      axis along which sum has size 1, and every axis that sum lacks.
     *
     * EXAMPLE
     *   t of shape (2,), g = [[1, 2], [3, 4], [5, 6]]: t was used once for each of three rows.
     *   first call:  t->grad = [1+3+5, 2+4+6] = [9, 12]       second call, alpha -1: [0, 0]
     *
     * HINT: five lines. Which of the two values of beta makes an addition out of an assignment? */
    todo("06.1 grad_add_scaled");
}

/* given: the share as it is */
void grad_add(Tensor *t, const Tensor *g)
{
    grad_add_scaled(t, 1, g);
}
