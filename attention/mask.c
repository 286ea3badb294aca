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
 * Causal attention is a flag, and such a mask only for those who go step by step: a kernel that is
 * told "key j only for queries i >= j" skips half of the tiles. A mask would have to be made, and
 * read, to find that out.
 * Invariant: every mask made here holds only 0 and 1.
 */
#include "attention_shared.h"
#include <math.h>

/* ---- what is no mask, and what none can be made of ------------------------------------------- */

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

void mask_check_documents(const IntTensor *documents)
{
    if (documents->ndim != 2)
        fail("mask_packed: documents has shape %s, expected a number for each token, (B, T)",
             shape_text(documents->ndim, documents->shape));
}

/* ---- making one ------------------------------------------------------------------------------ */

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

/* Each token sees its own document and the shared tokens, which see only each other. */
EXERCISE
Tensor *mask_packed(const IntTensor *documents)
{
    mask_check_documents(documents);
    long B = documents->shape[0], T = documents->shape[1];
    Tensor *mask = tensor_zeros(SHAPE(B, 1, T, T));
    for (long b = 0; b < B; b++) {
        const int *row = documents->data + b * T;
        /* A shared token that saw a document would hand it on to all others in the next layer. */
        for (long i = 0; i < T; i++)
            for (long j = 0; j <= i; j++)
                if (row[j] == row[i] || row[j] == 0)
                    mask->data[(b * T + i) * T + j] = 1;
    }
    return tensor_named(mask, "packed mask");
}

/* ---- the same mask in another form ----------------------------------------------------------- */

/* Each keeps its name, so that a drawing says whose it is. */

/* 1 - mask, for those used to the opposite convention. */
Tensor *mask_invert(const Tensor *mask)
{
    mask_check_entries("mask_invert", mask);
    Tensor *opposite = tensor_new_like(mask);
    scale_kernel(opposite, mask, -1);
    shift_kernel(opposite, opposite, 1);
    return tensor_named(opposite, mask->name);
}

/* One mask per sequence for all heads: broadcasting alone would line B of (B, Tq, Tk) up with H of
 * the scores (B, H, Tq, Tk). */
Tensor *mask_for_heads(Tensor *mask, const Tensor *q)
{
    if (mask == NULL || mask->ndim != 3 || q->ndim != 4)
        return mask;
    return tensor_named(tensor_unsqueeze(mask, 1), mask->name);
}

Tensor *mask_view(const Tensor *mask)
{
    return mask == NULL ? NULL : tensor_named(tensor_new_view(mask), mask->name);
}

/* ---- causal, as a flag ----------------------------------------------------------------------- */

void causal_check(const char *operation, long Tq, long Tk)
{
    if (Tq != Tk)
        fail("%s: causal needs as many queries as keys, got Tq = %ld and Tk = %ld. hint: a mask "
             "(Tq, Tk) can say which query may see which key",
             operation, Tq, Tk);
}

Tensor *causal_as_mask(const char *operation, Tensor *mask, bool causal, const Tensor *q,
                       const Tensor *k)
{
    if (!causal)
        return mask;
    if (q->ndim < 2 || k->ndim < 2)
        fail("%s: q %s and k %s need at least two axes, (..., T, D)", operation,
             tensor_shape_text(q), tensor_shape_text(k));
    long Tq = q->shape[q->ndim - 2], Tk = k->shape[k->ndim - 2];
    causal_check(operation, Tq, Tk);
    return mask == NULL ? mask_causal(Tq) : mask_combine(mask_causal(Tq), mask);
}
