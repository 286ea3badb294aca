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
#include "todo.h"
#include <math.h>

/* ---- checks: given ------------------------------------------------------------------------------ */

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
    fail("%s: mask entry %s is %.4g; a mask holds 1 (may attend) and 0 (may not). "
         "hint: mask_invert turns the opposite convention around",
         operation, shape_text(mask->ndim, index), isnan(x) ? fabs(x) : x);
}

/* Fails, naming the operation and the first wrong entry, unless all entries are 0 or 1. */
static void check_entries(const char *operation, const Tensor *mask)
{
    const Tensor *rows = mask;
    if (!tensor_is_contiguous(mask)) {
        Tensor *copy = tensor_new_like(mask);
        copy_kernel(copy, mask);
        rows = copy;
    }
    for (long i = 0; i < tensor_numel(mask); i++)
        if (!is_binary(rows->data[i]))
            fail_entry(operation, mask, i);
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

static void check_length(const char *operation, const char *name, long T)
{
    if (T < 0)
        fail("%s: %s is %ld; a length cannot be negative", operation, name, T);
}

/* ---- 12.3 ---------------------------------------------------------------------------------------- */

Tensor *mask_causal(long T)
{
    check_length("mask_causal", "T", T); /* given */

    /* TODO: (T, T): query i may see key j if j is not later than i.
     *
     * APPROACH
     *   1. A tensor of zeros of shape (T, T).
     *   2. For every query i and every key j from 0 up to and including i: write a 1.
     *      Element (i, j) of a new (T, T) tensor is mask->data[i * T + j].
     *
     * EXAMPLE
     *   T = 3:   1 0 0
     *            1 1 0
     *            1 1 1
     *
     * HINT: a token may look at itself; row 0 has exactly one 1. */
    return todo("12.3 mask_causal");
}

/* ---- 12.4 ---------------------------------------------------------------------------------------- */

Tensor *mask_padding(const IntTensor *lengths, long T)
{
    /* given */
    check_length("mask_padding", "T", T);
    if (lengths->ndim != 1)
        fail("mask_padding: lengths has shape %s, expected one length per sequence, (B,)",
             shape_text(lengths->ndim, lengths->shape));
    long B = lengths->shape[0];
    for (long b = 0; b < B; b++)
        if (lengths->data[b] < 0 || lengths->data[b] > T)
            fail("mask_padding: lengths[%ld] is %d, expected 0 to T = %ld", b, lengths->data[b], T);

    /* TODO: (B, 1, 1, T): key j of sequence b is a real token if j < lengths[b].
     *
     * APPROACH
     *   1. A tensor of zeros of shape (B, 1, 1, T). The two axes of size 1 stand for the heads and
     *      the queries: the same keys are allowed to all of them.
     *   2. For every sequence b, write a 1 at its first lengths->data[b] keys.
     *      Element (b, 0, 0, j) is mask->data[b * T + j].
     *
     * EXAMPLE
     *   lengths = {3, 1}, T = 4:   1 1 1 0
     *                              1 0 0 0
     *
     * HINT: a length is a count: length 3 allows keys 0, 1 and 2. */
    return todo("12.4 mask_padding");
}

/* ---- 12.5 ---------------------------------------------------------------------------------------- */

Tensor *mask_bidirectional(long Tq, long Tk)
{
    check_length("mask_bidirectional", "Tq", Tq); /* given */
    check_length("mask_bidirectional", "Tk", Tk);

    /* TODO: (Tq, Tk): everything is allowed, as in an encoder.
     *
     * APPROACH
     *   1. tensor_ones of that shape. Rows are queries, columns are keys.
     *
     * EXAMPLE
     *   Tq = 2, Tk = 3:   1 1 1
     *                     1 1 1
     *
     * HINT: tensor_ones(SHAPE(rows, columns)) */
    return todo("12.5 mask_bidirectional");
}

/* ---- 12.6 ---------------------------------------------------------------------------------------- */

Tensor *mask_combine(const Tensor *a, const Tensor *b)
{
    /* TODO: allowed where both masks allow; the two shapes are broadcast.
     *
     * APPROACH
     *   1. broadcast_shape("mask_combine", a, b, shape) fills long shape[TENSOR_MAX_AXES] and returns
     *      how many axes the result has.
     *   2. check_entries (above) for both: a product of other numbers would be no mask.
     *   3. tensor_new of that shape, filled by a kernel that works number by number and broadcasts:
     *      mul_kernel(both, a, b).
     *
     * EXAMPLE
     *   a = [[1, 0], [1, 1]]   b = [[0, 1]]   ->   [[0, 0], [0, 1]]
     *
     * HINT: with zeros and ones, "and" is a multiplication. */
    return todo("12.6 mask_combine");
}

/* ---- given --------------------------------------------------------------------------------------- */

Tensor *mask_invert(const Tensor *mask)
{
    check_entries("mask_invert", mask);
    Tensor *opposite = tensor_new_like(mask);
    scale_kernel(opposite, mask, -1);
    shift_kernel(opposite, opposite, 1);
    return tensor_named(opposite, "inverted mask");
}
