/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another.
 *
 * Those that stay grow, so that the expected value does not change and nothing has to be done when
 * the model is used. The factors are drawn forward and used again backward.
 */
#include "op.h"
#include "todo.h"

/* ---- 03.4 ------------------------------------------------------------------------------------ */

Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    dropout_check(p, training, rng); /* given */

    /* TODO: forget numbers of x with probability p, and make up for them with those that stay.
     *
     * CONTRACT  training: one number of rng in [0, 1) for each number of x, in order; below p it
     *           is dropped. The others grow, all by one factor, which keeps the mean. Not
     *           training, or p = 0: x itself, and nothing is drawn.
     * EXAMPLE   p = 0.25, drawn 0.9, 0.1, 0.25, 0.6: of x = (3, 6, 9, 12) the 6 is dropped
     * HOLDS     the mean over many draws is x, for each number and any p from 0 on and below 1. What
     *           was dropped gets no gradient.
     * YOU HAVE  tensor_new_like, rng_uniform(rng), dropout_multiply(x, factors, p): x times its
     *           factors, which are kept for the way back
     * THINK     three of four stay: what must each count, so that together they are as much as
     *           four? */
    return todo("03.4 tensor_dropout");
}
