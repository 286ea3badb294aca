/* row_gradient.c - the way back through one query's attention, by hand.
 *
 *     out = sum_j w_j v_j, w = softmax(s)
 *
 * Your other functions have their gradients from autograd; here it is as plain numbers.
 * Invariant: ds adds up to 0, since adding a number to all scores changes no weight.
 */
#include "attention.h"
#include "todo.h"

void attention_row_gradient(long Tk, long D, real *dscores, const real *weights, const real *v,
                            const real *dout)
{
    /* TODO: the gradient of the scores of one query, without autograd.
     *
     * CONTRACT  weights (Tk) are the softmax of the scores, out = sum_j weights_j v_j with v
     *           (Tk, D), row j from v + j * D. From dout = d loss / d out (D): dscores[j] = d
     *           loss / d score_j, all Tk of them; its memory is none of the others'.
     * EXAMPLE   weights = [0.25, 0.75], v = [[4, 0], [8, 4]], dout = [1, 2]   ->   dscores = [-2.25, 2.25]
     * HOLDS     dscores adds up to 0. A weight of 0 gives a 0, and so does a single key. All
     *           values alike: zeros.
     * THINK     two steps, each a derivative of its own: how does out move when weight j does?
     *           How do all the weights move when score j does? For which keys is the gradient
     *           positive: whose value raises the loss more than ... what? */
    todo("12.7 attention_row_gradient");
}
