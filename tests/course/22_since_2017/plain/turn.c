#include "language_parts.h"

Tensor *composed_rope(Tensor *x, RopeOptions options)
{
    Tensor *turns = rope_turns(x, options);
    long D = x->shape[x->ndim - 1];
    long dims = turns->shape[turns->ndim - 1], n = dims / 2;
    if (turns->ndim == 3)
        while (turns->ndim < x->ndim)
            turns = tensor_unsqueeze(turns, 1);
    Tensor *cosine = tensor_slice(turns, -1, 0, n, 1);
    Tensor *sine = tensor_slice(turns, -1, n, dims, 1);
    Tensor *a, *b, *y;
    if (options.pairs == ROPE_HALF) {
        a = tensor_slice(x, -1, 0, n, 1);
        b = tensor_slice(x, -1, n, dims, 1);
    } else {
        a = tensor_slice(x, -1, 0, dims, 2);
        b = tensor_slice(x, -1, 1, dims, 2);
    }
    Tensor *first = tensor_sub(tensor_mul(a, cosine), tensor_mul(b, sine));
    Tensor *second = tensor_add(tensor_mul(a, sine), tensor_mul(b, cosine));
    Tensor *both[2] = {first, second};
    if (options.pairs == ROPE_HALF)
        y = tensor_concat(2, both, -1);
    else
        y = tensor_flatten(tensor_stack(2, both, -1), -2);
    if (dims < D) {
        Tensor *rest[2] = {y, tensor_slice(x, -1, dims, D, 1)};
        y = tensor_concat(2, rest, -1);
    }
    return y;
}
