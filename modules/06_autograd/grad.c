/* grad.c - the one verb of every backward function: add a share to a gradient.
 *
 * A tensor that is used twice gets two shares, and their sum is its gradient. A tensor that was
 * broadcast was used once for every repetition.
 */
#include "core.h"
#include "todo.h"

/* ---- 06.4 ------------------------------------------------------------------------------------ */

void grad_add(Tensor *t, Tensor *g)
{
    /* TODO: add g to t's gradient; g is as large as t became where it was broadcast.
     *
     * CONTRACT  t, broadcast, has the shape of g; each number of t gets the sum of the shares of
     *           its repetitions. What does not require a gradient gets none, and g is not even
     *           looked at. A g that cannot be t's fails before anything has changed. g itself
     *           stays as it is.
     * EXAMPLE   t (3, 1), g (2, 3, 4): the gradient is (3, 1), each number a sum of 8.
     *           t (2,), g = [[1, 2], [3, 4], [5, 6]]: [9, 12].
     * HOLDS     all numbers of g together are as much as what t's gradient has grown by,
     *           together.
     * YOU HAVE  backward_check_share(t, g), gradient_share(t, g) for a g of exactly t's shape
     *           (core.h), operations on whole tensors
     * THINK     shapes are aligned at the right. For a bias (5,) in a (4, 3, 5), which axes are
     *           missing, and which axis of g is axis 0 of the bias? By which two signs do you
     *           know an axis along which t was repeated? */
    todo("06.4 grad_add");
}
