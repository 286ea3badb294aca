/* row_gradient.c - the way back through one query's attention, by hand.
 *
 *     out = sum_j w_j v_j        dw_j = dout . v_j                     how much each weight matters
 *     w   = softmax(s)           ds_j = w_j (dw_j - sum_k w_k dw_k)    more than the others do, on average
 *
 * Your other functions have this from autograd; here it is as loops over plain numbers.
 * Invariant: ds adds up to 0, since adding a number to all scores changes no weight.
 */
#include "attention.h"
#include "todo.h"

void attention_row_gradient(long Tk, long D, real *dscores, const real *weights, const real *v,
                            const real *dout)
{
    /* TODO: dscores[j] for each of the Tk keys, without autograd.
     *
     * APPROACH
     *   1. For each key j: dw, the dot product of dout (D) with row j of v (Tk, D), which begins at
     *      v + j * D. Keep it in dscores[j].
     *   2. On the way, add up weights[j] * dw over all keys: the average of dw, as the query weighs them.
     *   3. In a second loop: weights[j] times what dw is above that average.
     *
     * EXAMPLE
     *   weights = [0.25, 0.75], v = [[4, 0], [8, 4]], dout = [1, 2]
     *   dw = [1*4 + 2*0, 1*8 + 2*4] = [4, 16], on average 0.25*4 + 0.75*16 = 13
     *   dscores = [0.25 * (4 - 13), 0.75 * (16 - 13)] = [-2.25, 2.25]
     *
     * HINT: the average is known only when all keys have been seen; so there are two loops. */
    todo("12.16 attention_row_gradient");
}
