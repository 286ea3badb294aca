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
     * YOU HAVE  c->in[0], c->out; op.h; operations on whole tensors
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
     * YOU HAVE  c->in[0], c->out; op.h; kernels.h, where rows_apply broadcasts what it reads;
     *           operations on whole tensors
     * THINK     what is known of the winners when the forward pass is over? In the example, what
     *           tells the second row from the first? */
    todo("06.11 max_backward");
}
