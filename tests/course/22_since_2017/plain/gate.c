#include "language_parts.h"

Tensor *composed_swiglu(Tensor *x)
{
    swiglu_check(x);
    long H = x->shape[x->ndim - 1] / 2;
    Tensor *gate = tensor_slice(x, -1, 0, H, 1);
    Tensor *up = tensor_slice(x, -1, H, 2 * H, 1);
    Tensor *open = tensor_mul(gate, tensor_sigmoid(gate));
    return tensor_mul(open, up);
}
