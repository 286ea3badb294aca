/* init.c - starting values: small, random, and of a size that keeps signals alive.
 *
 * A sum of n independent terms has n times their variance. So weights shrink with the square root
 * of the number of inputs, or activations would grow or fade from layer to layer.
 */
#include "layer_parts.h"
#include "todo.h"
#include <math.h>

/* ---- 03.1 ------------------------------------------------------------------------------------ */

void init_kaiming_uniform(Tensor *weight, Rng *rng)
{
    check_matrix("init_kaiming_uniform", weight); /* given */

    /* TODO: fill the weight (in, out) with numbers between -1/sqrt(in) and 1/sqrt(in).
     *
     * APPROACH
     *   1. The number of inputs is weight->shape[0]. A layer without inputs has nothing to fill.
     *   2. bound = 1 / sqrt(in), in double; (real) makes it a number for a tensor.
     *   3. init_uniform(weight, -bound, bound, rng) draws and writes.
     *
     * EXAMPLE
     *   weight (4, 3): bound = 1 / sqrt(4) = 0.5, twelve numbers between -0.5 and 0.5
     *
     * HINT: sqrt takes a double: (double)weight->shape[0]. And 1 / 4 in whole numbers is 0. */
    todo("03.1 init_kaiming_uniform");
}

/* ---- 03.2 ------------------------------------------------------------------------------------ */

void init_xavier_normal(Tensor *weight, Rng *rng)
{
    check_matrix("init_xavier_normal", weight); /* given */

    /* TODO: fill the weight with normal numbers of mean 0 and variance 2 / (in + out).
     *
     * APPROACH
     *   1. in is weight->shape[0], out is weight->shape[1]. Without any numbers, return.
     *   2. The variance is 2 / (in + out); the standard deviation is its square root.
     *   3. init_normal(weight, 0, standard deviation, rng).
     *
     * EXAMPLE
     *   weight (5, 3): variance 2 / 8 = 0.25, standard deviation 0.5
     *
     * HINT: 2 / 8 in whole numbers is 0: make the sum a double before you divide. */
    todo("03.2 init_xavier_normal");
}
