/* linear_new.c - a fully connected layer that is ready to be trained.
 *
 * W is (in, out), so that a batch of rows multiplies it from the left: (..., in) @ (in, out).
 * PyTorch stores the transpose of this.
 */
#include "layer_parts.h"
#include "todo.h"
#include <math.h>

/* given: what module_forward calls. A Linear starts with its Module, so the pointer fits both. */
static Tensor *forward(Module *self, Tensor *x)
{
    return linear_forward((Linear *)self, x);
}

/* ---- 03.2 ------------------------------------------------------------------------------------ */

Linear *linear_new(long in, long out, bool bias, Rng *rng)
{
    if (in < 0 || out < 0) /* given */
        fail("linear_new: widths are %ld and %ld, expected none below 0", in, out);
    UNDO_ON_FAIL; /* given: a failure gives back what was made so far */
    Linear *l = module_new(sizeof *l, "Linear", forward); /* given: all members are 0, or NULL */

    /* TODO: a Linear that is ready to be trained: its weight (in, out) and, if bias is true, its
     * bias (out).
     *
     * CONTRACT  both belong to the layer, and are found as "weight" and "bias". The weight starts as
     *           in 03.1; behind it the bias, uniform between the same bounds, from the same rng.
     *           Without inputs the bias is 0. Without a bias l->bias stays NULL.
     * EXAMPLE   linear_new(4, 3, true, rng): weight (4, 3), then bias (3): fifteen draws
     *           linear_new(4, 3, false, rng): weight (4, 3), and l->bias is NULL
     * HOLDS     with and without a bias, the same seed gives the same weight.
     * YOU HAVE  module.h, for &l->module; 03.1; init_uniform(t, low, high, rng)
     * THINK     why not tensor_new? Who would free such a tensor, and who would find it when it
     *           is time to learn? */
    return todo("03.2 linear_new");
}
