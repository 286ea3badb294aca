/* mask.c - which query may attend to which key, filled number by number. */
#include "attention_shared.h"

Tensor *mask_causal(long T)
{
    mask_check_length("mask_causal", "T", T);

    Tensor *mask = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T; i++) {
        for (long j = 0; j < T; j++) {
            if (j <= i)
                tensor_set(mask, AT(i, j), 1);
        }
    }
    return tensor_named(mask, "causal mask");
}

Tensor *mask_padding(const IntTensor *lengths, long T)
{
    mask_check_lengths(lengths, T);

    long B = lengths->shape[0];
    Tensor *mask = tensor_zeros(SHAPE(B, 1, 1, T));
    for (long b = 0; b < B; b++) {
        for (long j = 0; j < T; j++) {
            if (j < lengths->data[b])
                tensor_set(mask, AT(b, 0, 0, j), 1);
        }
    }
    return tensor_named(mask, "padding mask");
}

Tensor *mask_combine(const Tensor *a, const Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("mask_combine", a, b, shape);
    mask_check_entries("mask_combine", a);
    mask_check_entries("mask_combine", b);

    /* Both in the common shape and without gaps: then one loop will do. */
    Tensor *first = tensor_new(ndim, shape);
    Tensor *second = tensor_new(ndim, shape);
    copy_kernel(first, a);
    copy_kernel(second, b);

    Tensor *both = tensor_zeros(ndim, shape);
    long n = tensor_numel(both);
    for (long i = 0; i < n; i++) {
        if (first->data[i] == 1 && second->data[i] == 1)
            both->data[i] = 1;
    }
    return both;
}
