/* lora_forward.c - a frozen weight and a thin product beside it, in the order that costs less.
 *
 * The thin product may be added to the weight, which costs in r out once, or to the result, which
 * costs r (in + out) for each row. The rank is in both, so it does not decide.
 */
#include "lora.h"
#include "compress_check.h"

void lora_check(const Tensor *x, const Tensor *weight, const Tensor *a, const Tensor *b)
{
    if (weight->ndim != 2 || weight->shape[0] < 1 || a->ndim != 2 || b->ndim != 2 ||
        a->shape[0] != weight->shape[0] || b->shape[1] != weight->shape[1] ||
        a->shape[1] != b->shape[0])
        fail("lora_forward: weight, a and b are %s, %s and %s, expected (in, out), (in, r) and "
             "(r, out)",
             tensor_shape_text(weight), tensor_shape_text(a), tensor_shape_text(b));
    if (x->ndim < 1 || x->shape[x->ndim - 1] != weight->shape[0])
        fail("lora_forward: x is %s, expected (..., %ld)", tensor_shape_text(x), weight->shape[0]);
}

EXERCISE
Tensor *lora_forward(Tensor *x, Tensor *weight, Tensor *a, Tensor *b, double scale)
{
    lora_check(x, weight, a, b);
    long in = weight->shape[0], out = weight->shape[1], rows = tensor_numel(x) / in;
    Tensor *frozen = tensor_detach(weight), *scaled = tensor_mul_scalar(a, (real)scale);
    if (rows * (in + out) < in * out)
        return tensor_add(tensor_matmul(x, frozen), tensor_matmul(tensor_matmul(x, scaled), b));
    return tensor_matmul(x, tensor_add(frozen, tensor_matmul(scaled, b)));
}
