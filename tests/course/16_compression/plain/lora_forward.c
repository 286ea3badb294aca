#include "compress_check.h"

Tensor *lora_forward(Tensor *x, Tensor *weight, Tensor *a, Tensor *b, double scale)
{
    lora_check(x, weight, a, b);
    long in = weight->shape[0], rank = a->shape[1], out = weight->shape[1], rows = 1;
    for (int k = 0; k < x->ndim - 1; k++)
        rows *= x->shape[k];
    Tensor *fixed = tensor_detach(weight);
    long into_weight = in * rank * out;
    long beside = rows * in * rank + rows * rank * out;
    Tensor *y;
    if (beside <= into_weight) {
        Tensor *few = tensor_matmul(x, a);
        Tensor *more = tensor_matmul(few, b);
        y = tensor_add(tensor_matmul(x, fixed), tensor_mul_scalar(more, (real)scale));
    } else {
        Tensor *change = tensor_matmul(a, b);
        Tensor *all = tensor_add(fixed, tensor_mul_scalar(change, (real)scale));
        y = tensor_matmul(x, all);
    }
    return y;
}
