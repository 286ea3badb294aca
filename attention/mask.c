/* mask.c - which query may attend to which key.
 *
 * A mask is an ordinary tensor of ones (may attend) and zeros (may not). Row i belongs to query i,
 * column j to key j:
 *
 *     causal, T = 4        lengths {3, 1}, T = 4
 *     1 0 0 0              1 1 1 0     sequence 0
 *     1 1 0 0              1 0 0 0     sequence 1
 *     1 1 1 0
 *     1 1 1 1
 *
 * Invariant: every mask made here holds only 0 and 1, so "allowed by both" is a product and "the
 * opposite" is 1 - mask.
 */
#include "attention_shared.h"

EXERCISE
Tensor *mask_causal(long T)
{
    mask_check_length("mask_causal", "T", T);
    Tensor *mask = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j <= i; j++)
            mask->data[i * T + j] = 1;
    return tensor_named(mask, "causal mask");
}

EXERCISE
Tensor *mask_padding(const IntTensor *lengths, long T)
{
    mask_check_lengths(lengths, T);
    long B = lengths->shape[0];
    /* The axes of size 1 stand for heads and queries: the same keys are allowed to all of them. */
    Tensor *mask = tensor_zeros(SHAPE(B, 1, 1, T));
    for (long b = 0; b < B; b++)
        for (long j = 0; j < lengths->data[b]; j++)
            mask->data[b * T + j] = 1;
    return tensor_named(mask, "padding mask");
}

EXERCISE
Tensor *mask_bidirectional(long Tq, long Tk)
{
    mask_check_length("mask_bidirectional", "Tq", Tq);
    mask_check_length("mask_bidirectional", "Tk", Tk);
    return tensor_named(tensor_ones(SHAPE(Tq, Tk)), "bidirectional mask");
}

EXERCISE
Tensor *mask_combine(const Tensor *a, const Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("mask_combine", a, b, shape);
    mask_check_entries("mask_combine", a);
    mask_check_entries("mask_combine", b);
    Tensor *both = tensor_new(ndim, shape);
    mul_kernel(both, a, b);
    return tensor_named(both, "combined mask");
}
