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

/* ---- 03.3 ------------------------------------------------------------------------------------ */

Linear *linear_new(long in, long out, bool bias, Rng *rng)
{
    if (in < 0 || out < 0) /* given */
        fail("linear_new: widths are %ld and %ld, expected none below 0", in, out);
    UNDO_ON_FAIL; /* given: a failure gives back what was made so far */
    Linear *l = module_new(sizeof *l, "Linear", forward); /* given: all members are 0, or NULL */

    /* TODO: make and fill the weight (in, out) and, if bias is true, the bias (out).
     *
     * APPROACH
     *   1. l->weight = module_parameter(&l->module, its name, SHAPE(...)) makes a tensor of zeros
     *      that belongs to the layer, and registers it under that name: "weight".
     *   2. Fill it with 03.1.
     *   3. With a bias: the same, "bias", SHAPE(out). Fill it with init_uniform and the same
     *      bound as the weight: 1 / sqrt(in), or 0 if there are no inputs.
     *   4. Return l.
     *
     * EXAMPLE
     *   linear_new(4, 3, true, rng): weight (4, 3), then bias (3), all between -0.5 and 0.5
     *   linear_new(4, 3, false, rng): weight (4, 3), and l->bias stays NULL
     *
     * HINT: the weight first, then the bias: both draw from the same rng, and the order decides
     * which numbers each gets. */
    return todo("03.3 linear_new");
}
