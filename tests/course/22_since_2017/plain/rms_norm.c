#include "autograd.h"

Tensor *composed_rms_norm(Tensor *x, Tensor *weight, real eps)
{
    Tensor *squares = tensor_mul(x, x);
    Tensor *mean = tensor_mean(squares, AXES(-1), true);
    Tensor *root = tensor_sqrt(tensor_add_scalar(mean, eps));
    Tensor *y = tensor_div(x, root);
    if (weight != NULL)
        y = tensor_mul(y, weight);
    return y;
}
