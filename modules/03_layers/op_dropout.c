/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another.
 *
 * Those that stay are divided by 1 - p, so that the expected value does not change and nothing has
 * to be done when the model is used. The factors are drawn forward and used again backward.
 */
#include "op.h"
#include "todo.h"

/* ---- 03.5 ------------------------------------------------------------------------------------ */

Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    dropout_check(p, training, rng); /* given */

    /* TODO: forget numbers of x with probability p, and make up for them with those that stay.
     *
     * APPROACH
     *   1. Not training, or p = 0: return x itself; nothing is drawn.
     *   2. Tensor *factors = tensor_new_like(x) has room for a factor for each of the
     *      tensor_numel(x) numbers, in order.
     *   3. A number is dropped with probability p: draw rng_uniform(rng), a number in [0, 1), for
     *      each. Below p: its factor is 0. Otherwise: 1 / (1 - p), to make up for those that are gone.
     *   4. dropout_multiply(x, factors, p) is x times its factors, and keeps them for the way back.
     *
     * EXAMPLE
     *   p = 0.25, drawn 0.9, 0.1, 0.25, 0.6:  factors 4/3, 0, 4/3, 4/3
     *   x = (3, 6, 9, 12) becomes (4, 0, 12, 16)
     *
     * HINT: a quarter is dropped, three quarters stay and each counts 4/3: the mean is the same. */
    return todo("03.5 tensor_dropout");
}
