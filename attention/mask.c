/* mask.c - who may look at whom.
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
#include "attention.h"
#include <math.h>

/* ---- checks ------------------------------------------------------------------------------------ */

static bool is_binary(real x)
{
    return x == 0 || x == 1;
}

static _Noreturn void fail_entry(const char *operation, const Tensor *mask, long flat)
{
    long index[TENSOR_MAX_AXES] = {0};
    for (int d = mask->ndim - 1; d >= 0; d--) {
        index[d] = flat % mask->shape[d];
        flat /= mask->shape[d];
    }
    double x = (double)mask->data[strides_offset(mask->ndim, mask->stride, index)];
    /* NaN prints with or without a sign, depending on the machine. */
    fail("%s: mask entry %s is %.4g; a mask holds 1 (may attend) and 0 (may not). "
         "hint: mask_invert turns the opposite convention around",
         operation, shape_text(mask->ndim, index), isnan(x) ? fabs(x) : x);
}

static void check_entries(const char *operation, const Tensor *mask)
{
    const Tensor *rows = mask;
    if (!tensor_is_contiguous(mask)) {
        Tensor *copy = tensor_new_like(mask);
        copy_kernel(copy, mask);
        rows = copy;
    }
    long n = tensor_numel(mask), wrong = 0, first = 0;
    for (long i = 0; i < n; i++)
        wrong += !is_binary(rows->data[i]);
    if (wrong == 0)
        return;
    while (is_binary(rows->data[first]))
        first++;
    fail_entry(operation, mask, first);
}

void mask_check(const char *operation, const Tensor *mask, const Tensor *scores)
{
    check_entries(operation, mask);
    if (broadcast_fits(mask, scores->ndim, scores->shape))
        return;
    const char *hint = "the last two axes are queries and keys, (Tq, Tk), each full or 1";
    if (mask->ndim == 4 && scores->ndim == 3 && mask->shape[1] == 1)
        hint = "tensor_squeeze(mask, 1) drops the axis of the heads";
    else if (mask->ndim == 2 && mask->shape[0] == scores->shape[0])
        hint = "for one row of allowed keys per sequence, mask_padding makes (B, 1, 1, Tk)";
    fail("%s: a mask %s does not broadcast to scores %s. hint: %s", operation,
         tensor_shape_text(mask), tensor_shape_text(scores), hint);
}

/* ---- making masks ------------------------------------------------------------------------------ */

static void check_length(const char *operation, const char *name, long T)
{
    if (T < 0)
        fail("%s: %s is %ld; a length cannot be negative", operation, name, T);
}

Tensor *mask_causal(long T)
{
    check_length("mask_causal", "T", T);
    Tensor *mask = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j <= i; j++)
            mask->data[i * T + j] = 1;
    return tensor_named(mask, "causal mask");
}

Tensor *mask_padding(const IntTensor *lengths, long T)
{
    check_length("mask_padding", "T", T);
    if (lengths->ndim != 1)
        fail("mask_padding: lengths has shape %s, expected one length per sequence, (B,)",
             shape_text(lengths->ndim, lengths->shape));
    long B = lengths->shape[0];
    for (long b = 0; b < B; b++)
        if (lengths->data[b] < 0 || lengths->data[b] > T)
            fail("mask_padding: lengths[%ld] is %d, expected 0 to T = %ld", b, lengths->data[b], T);

    /* The axes of size 1 stand for heads and queries: the same keys are allowed to all of them. */
    Tensor *mask = tensor_zeros(SHAPE(B, 1, 1, T));
    for (long b = 0; b < B; b++)
        for (long j = 0; j < lengths->data[b]; j++)
            mask->data[b * T + j] = 1;
    return tensor_named(mask, "padding mask");
}

Tensor *mask_bidirectional(long Tq, long Tk)
{
    check_length("mask_bidirectional", "Tq", Tq);
    check_length("mask_bidirectional", "Tk", Tk);
    return tensor_named(tensor_ones(SHAPE(Tq, Tk)), "bidirectional mask");
}

/* ---- masks from masks -------------------------------------------------------------------------- */

Tensor *mask_combine(const Tensor *a, const Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("mask_combine", a, b, shape);
    check_entries("mask_combine", a);
    check_entries("mask_combine", b);
    Tensor *both = tensor_new(ndim, shape);
    mul_kernel(both, a, b);
    return tensor_named(both, "combined mask");
}

Tensor *mask_invert(const Tensor *mask)
{
    check_entries("mask_invert", mask);
    Tensor *opposite = tensor_new_like(mask);
    scale_kernel(opposite, mask, -1);
    shift_kernel(opposite, opposite, 1);
    return tensor_named(opposite, "inverted mask");
}
