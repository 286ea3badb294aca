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
    /* TODO: what flows back through a mean: many numbers became one.
     *
     * CONTRACT  each of the numbers of a mean gets its share, over whichever axes, kept or not.
     * EXAMPLE   the mean of a (2, 3) over axis 1, dy = [6, 9]:  the six numbers of da are 15 together
     * HOLDS     whichever number of a grows by h, the loss grows by h times its da.
     * YOU HAVE  c->in[0], c->out; elements_per_result, with_reduced_axes (op.h)
     * THINK     one of n numbers grows by 1: by how much does the mean? What has dy to become,
     *           to fit a again? */
    todo("06.10 mean_backward");
}

/* ---- 06.11 ----------------------------------------------------------------------------------- */

void max_backward(Closure *c, Tensor *dy)
{
    /* TODO: what flows back through a maximum.
     *
     * CONTRACT  dy goes to the number that won; several equal ones share it equally; the others
     *           get 0. Over whichever axes, kept or not.
     * EXAMPLE   a = [[1, 5, 2], [4, 3, 4]], max over axis 1, dy = [10, 20]:
     *           da = [[0, 10, 0], [10, 0, 10]]
     * HOLDS     the shares of a maximum add up to its dy: nothing is gained on the way.
     * YOU HAVE  kernels.h; tensor_new, tensor_new_like; winner_row (given) for
     *           rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL): 1 where a
     *           number of a is that of max, else 0; with_reduced_axes(c, t)
     * THINK     which shape has c->out to have before it can be compared with a? How do you
     *           count who shares? */
    todo("06.11 max_backward");
}
