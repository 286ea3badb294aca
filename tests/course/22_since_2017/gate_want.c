/* gate_want.c - the gate times what it lets through, number by number. */
#include "want.h"

Tensor *gated_want(const Tensor *x)
{
    const Tensor *rows = copy_of(x);
    long shape[TENSOR_MAX_AXES], wide = x->shape[x->ndim - 1], H = wide / 2;
    memcpy(shape, x->shape, sizeof shape);
    shape[x->ndim - 1] = H;
    Tensor *y = blank(x->ndim, shape);
    for (long i = 0; i < plain_numel(y); i++) {
        double g = (double)rows->data[i / H * wide + i % H];
        double u = (double)rows->data[i / H * wide + H + i % H];
        y->data[i] = (real)(g * u / (1 + exp(-g)));
    }
    return y;
}
