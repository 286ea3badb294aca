/* reduce_backward.c - what flows back through a mean and a maximum: many numbers became one.
 *
 * On the way back one gradient becomes many. Each function says which of the numbers that went in made
 * the result, and by how much.
 */
#include "op.h"
#include "todo.h"

/* ---- 06.10 ----------------------------------------------------------------------------------- */

void mean_backward(Closure *c, Tensor *dy)
{
    /* TODO: every number that went into a mean of n gets 1 / n of the mean's gradient.
     *
     * APPROACH
     *   1. a is c->in[0]; n is elements_per_result(a, c->out).
     *   2. dy times 1 / n: tensor_mul_scalar.
     *   3. with_reduced_axes(c, that) has a size of 1 where a was reduced: now it can be stretched.
     *   4. tensor_expand it to the shape of a, the same number for all that were averaged, and
     *      grad_add it.
     *
     * EXAMPLE
     *   the mean of a (2, 3) over axis 1, dy = [6, 9]:  da = [[2, 2, 2], [3, 3, 3]]
     *
     * HINT: averaging forward is repeating backward. */
    todo("06.10 mean_backward");
}

/* ---- 06.11 ----------------------------------------------------------------------------------- */

void max_backward(Closure *c, Tensor *dy)
{
    /* TODO: the gradient goes to the number that won; where several are equal, they share it.
     *
     * APPROACH
     *   1. max = with_reduced_axes(c, c->out): the results, with size 1 along the reduced axes.
     *   2. winners = tensor_new_like(a), filled by winner_row (given), 1 where a number won, else 0:
     *          rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
     *   3. How many won in each place? ties = tensor_new_like(max), sum_kernel(ties, winners, 0).
     *   4. Each winner gets dy / ties; the others get 0: multiply by winners. Reduced axes again:
     *      with_reduced_axes(c, dy).
     *
     * EXAMPLE
     *   a = [[1, 5, 2], [4, 3, 4]], max over axis 1, dy = [10, 20]:
     *   da = [[0, 10, 0], [10, 0, 10]]       (two winners share the 20)
     *
     * HINT: all shares together must add up to dy, as nothing may be gained on the way. */
    todo("06.11 max_backward");
}
