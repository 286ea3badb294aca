/* linear.c - y = x W + b: every output is a weighted sum of all inputs.
 *
 * W is (in, out), so that a batch of rows multiplies it from the left: (..., in) @ (in, out).
 * PyTorch stores the transpose of this.
 *
 * Invariant: only the last axis is mixed; whatever stands before it is a batch.
 */
#include "nn.h"
#include <math.h>
#include "todo.h"

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

/* ---- 03.4 ------------------------------------------------------------------------------------ */

Tensor *linear_forward(Linear *l, Tensor *x)
{
    if (x->ndim == 0) /* given */
        fail("linear_forward: x is a scalar but this layer takes (..., %ld)", l->weight->shape[0]);

    /* TODO: y = x W + b, for x of any shape (..., in).
     *
     * APPROACH
     *   1. If the last axis of x is not `in` numbers long, stop with fail("linear_forward: ..."),
     *      which works like printf: say the shape of x (tensor_shape_text) and what was expected.
     *   2. tensor_matmul(x, l->weight).
     *   3. Plus the bias, if there is one: tensor_add repeats it for every row.
     *
     * EXAMPLE
     *   x (1, 2), W (2, 3), b (10, 20, 30):
     *   (1, 2) @ ((1, 2, 3), (4, 5, 6)) = (1 + 8, 2 + 10, 3 + 12);  y = (19, 32, 45)
     *
     * HINT: how many axes x has is x->ndim; the last one is number x->ndim - 1. */
    return todo("03.4 linear_forward");
}
