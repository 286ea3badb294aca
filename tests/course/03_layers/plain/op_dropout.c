/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another. */
#include "op.h"

Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    dropout_check(p, training, rng);

    if (!training)
        return x;
    if (p == 0)
        return x;

    Tensor *factors = tensor_new_like(x);
    long n = tensor_numel(x);
    for (long i = 0; i < n; i++) {
        double u = rng_uniform(rng);
        if (u < p)
            factors->data[i] = 0;
        else
            factors->data[i] = 1 / (1 - p);
    }
    return dropout_multiply(x, factors, p);
}
