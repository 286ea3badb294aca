/* op_matmul.c - matrix products. (For weights tensor_linear sums over a batch inside the product.) */
#include "op.h"

static const Operation matmul_op = {.name = "matmul", .backward = matmul_backward};

Tensor *tensor_matmul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_matmul", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    matmul_kernel(out, a, b);
    return closure_record(out, &matmul_op, INPUTS(a, b), NO_CAPTURE);
}
