/* init.c - starting values: small, random, and of a size that keeps signals alive.
 *
 * A sum of n independent terms has n times their variance. So weights shrink where there are more
 * inputs, or activations would grow or fade from layer to layer.
 */
#include "layer_parts.h"
#include "todo.h"
#include <math.h>

/* ---- 03.1 ------------------------------------------------------------------------------------ */

void init_kaiming_uniform(Tensor *weight, Rng *rng)
{
    check_matrix("init_kaiming_uniform", weight); /* given */

    /* TODO: fill the weight (in, out) with uniform numbers of mean 0 and variance 1 / (3 in).
     *
     * CONTRACT  drawn from rng, row by row, whatever view the weight is. A layer without inputs
     *           has nothing to fill, and draws nothing.
     * EXAMPLE   weight (4, 3): twelve draws
     * HOLDS     four times the inputs, half the spread. The number of outputs changes no bound.
     * YOU HAVE  init_uniform(weight, low, high, rng)
     * THINK     `in` numbers of size 1 are multiplied by weights and added: how large is the
     *           sum, if the weights do not shrink with in? What is 1 / 4 in whole numbers of C? */
    todo("03.1 init_kaiming_uniform");
}
