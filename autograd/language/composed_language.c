/* composed_language.c - the operations of this folder once more, written with plain ones.
 *
 * Slower, since every step makes a tensor, but each line is a line of the formula.
 */
#include "autograd.h"

/* Finite where x^2 is: the fused one goes further. */
Tensor *composed_rms_norm(Tensor *x, Tensor *weight, real eps)
{
    region_begin_collapsed("rms norm");
    Tensor *square = tensor_mean(tensor_mul(x, x), AXES(-1), true);
    Tensor *y = tensor_div(x, tensor_sqrt(tensor_add_scalar(square, eps)));
    if (weight != NULL)
        y = tensor_mul(y, weight);
    region_close();
    return y;
}
