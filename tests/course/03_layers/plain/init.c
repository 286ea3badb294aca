/* init.c - starting values of a size that keeps signals alive. */
#include "layer_parts.h"
#include <math.h>

void init_kaiming_uniform(Tensor *weight, Rng *rng)
{
    check_matrix("init_kaiming_uniform", weight);

    long in = weight->shape[0];
    if (in == 0)
        return;
    double bound = sqrt(1.0 / in);
    init_uniform(weight, (real)-bound, (real)bound, rng);
}
