/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another.
 *
 * Those that stay are divided by 1 - p, so that the expected value does not change and nothing has
 * to be done when the model is used. The factors are drawn forward and used again backward.
 */
#include "op.h"

EXERCISE
Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    dropout_check(p, training, rng);
    if (!training || p == 0)
        return x;
    Tensor *factors = tensor_new_like(x);
    real kept = 1 / (1 - p);
    for (long i = 0, n = tensor_numel(x); i < n; i++)
        factors->data[i] = rng_uniform(rng) < (double)p ? 0 : kept;
    return dropout_multiply(x, factors, p);
}
