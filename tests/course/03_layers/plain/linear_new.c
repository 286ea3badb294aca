/* linear_new.c - a fully connected layer that is ready to be trained. */
#include "layer_parts.h"
#include <math.h>

static Tensor *forward(Module *self, Tensor *x)
{
    return linear_forward((Linear *)self, x);
}

Linear *linear_new(long in, long out, bool bias, Rng *rng)
{
    if (in < 0 || out < 0)
        fail("linear_new: widths are %ld and %ld, expected none below 0", in, out);
    UNDO_ON_FAIL;
    Linear *l = module_new(sizeof *l, "Linear", forward);

    l->weight = module_parameter(&l->module, "weight", SHAPE(in, out));
    init_kaiming_uniform(l->weight, rng);
    if (bias) {
        l->bias = module_parameter(&l->module, "bias", SHAPE(out));
        if (in > 0) {
            double bound = 1 / sqrt((double)in);
            init_uniform(l->bias, (real)-bound, (real)bound, rng);
        }
    }
    return l;
}
