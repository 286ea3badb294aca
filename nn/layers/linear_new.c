/* linear_new.c - a fully connected layer that is ready to be trained.
 *
 * W is (in, out), so that a batch of rows multiplies it from the left: (..., in) @ (in, out).
 * PyTorch stores the transpose of this.
 */
#include "layer_parts.h"
#include <math.h>

static Tensor *forward(Module *self, Tensor *x)
{
    return linear_forward((Linear *)self, x);
}

EXERCISE
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
        real bound = in > 0 ? (real)(1 / sqrt((double)in)) : 0;
        init_uniform(l->bias, -bound, bound, rng);
    }
    return l;
}
