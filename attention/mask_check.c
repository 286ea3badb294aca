/* mask_check.c - what is no mask, and what none can be made of. */
#include "attention_shared.h"
#include <math.h>

/* ---- entries --------------------------------------------------------------------------------- */

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

void mask_check_entries(const char *operation, const Tensor *mask)
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
    mask_check_entries(operation, mask);
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

/* ---- lengths --------------------------------------------------------------------------------- */

void mask_check_length(const char *operation, const char *name, long T)
{
    if (T < 0)
        fail("%s: %s is %ld; a length cannot be negative", operation, name, T);
}

void mask_check_lengths(const IntTensor *lengths, long T)
{
    mask_check_length("mask_padding", "T", T);
    if (lengths->ndim != 1)
        fail("mask_padding: lengths has shape %s, expected one length per sequence, (B,)",
             shape_text(lengths->ndim, lengths->shape));
    for (long b = 0; b < lengths->shape[0]; b++)
        if (lengths->data[b] < 0 || lengths->data[b] > T)
            fail("mask_padding: lengths[%ld] is %d, expected 0 to T = %ld", b, lengths->data[b], T);
}
