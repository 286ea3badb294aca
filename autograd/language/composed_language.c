/* composed_language.c - the operations of this folder once more, written with plain ones.
 *
 * Slower, since every step makes a tensor, but each line is a line of the formula, and the way back
 * comes by itself.
 */
#include "language_parts.h"

/* Finite where x^2 is: the fused one goes further. */
EXERCISE
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

/* Of the numbers [from, to) of every row, each step-th. */
static Tensor *part(Tensor *x, long from, long to, long step)
{
    return tensor_slice(x, -1, from, to, step);
}

EXERCISE
Tensor *composed_rope(Tensor *x, RopeOptions options)
{
    Tensor *turns = rope_turns(x, options);
    long D = x->shape[x->ndim - 1], dims = turns->shape[turns->ndim - 1], n = dims / 2;
    bool half = options.pairs == ROPE_HALF;
    region_begin_collapsed("rope");
    while (turns->ndim >= 3 && turns->ndim < x->ndim)
        turns = tensor_unsqueeze(turns, 1);
    Tensor *c = part(turns, 0, n, 1), *s = part(turns, n, dims, 1);
    Tensor *a = half ? part(x, 0, n, 1) : part(x, 0, dims, 2);
    Tensor *b = half ? part(x, n, dims, 1) : part(x, dims > 0, dims, 2);
    Tensor *pair[] = {tensor_sub(tensor_mul(a, c), tensor_mul(b, s)),
                      tensor_add(tensor_mul(a, s), tensor_mul(b, c))};
    Tensor *y = half ? tensor_concat(2, pair, -1) : tensor_flatten(tensor_stack(2, pair, -1), -2);
    if (dims < D)
        y = tensor_concat(2, (Tensor *[]){y, part(x, dims, D, 1)}, -1);
    region_close();
    return y;
}

void swiglu_check(const Tensor *x)
{
    if (x->ndim == 0 || x->shape[x->ndim - 1] % 2 != 0)
        fail("tensor_swiglu: x has shape %s, expected (..., 2H): a gate and as many numbers behind "
             "it. hint: one product makes both, with a weight (C, 2H)",
             tensor_shape_text(x));
}

EXERCISE
Tensor *composed_swiglu(Tensor *x)
{
    swiglu_check(x);
    long n = x->shape[x->ndim - 1] / 2;
    region_begin_collapsed("swiglu");
    Tensor *y = tensor_mul(tensor_silu(part(x, 0, n, 1)), part(x, n, 2 * n, 1));
    region_close();
    return y;
}
