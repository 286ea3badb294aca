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
#include "todo.h"

/* ---- 12.3 ---------------------------------------------------------------------------------------- */

Tensor *mask_causal(long T)
{
    mask_check_length("mask_causal", "T", T); /* given */

    /* TODO: (T, T): query i may see key j if j is not later than i.
     *
     * APPROACH
     *   1. A tensor of zeros of shape (T, T).
     *   2. For every query i and every key j from 0 up to and including i: write a 1.
     *      Element (i, j) of a new (T, T) tensor is mask->data[i * T + j].
     *   3. return tensor_named(mask, "causal mask"): drawings and messages show the name.
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
    mask_check_lengths(lengths, T); /* given */

    /* TODO: (B, 1, 1, T): key j of sequence b is a real token if j < lengths[b].
     *
     * APPROACH
     *   1. A tensor of zeros of shape (B, 1, 1, T). The two axes of size 1 stand for the heads and
     *      the queries: the same keys are allowed to all of them.
     *   2. For every sequence b, write a 1 at its first lengths->data[b] keys.
     *      Element (b, 0, 0, j) is mask->data[b * T + j].
     *   3. A name for it, as above.
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
    mask_check_length("mask_bidirectional", "Tq", Tq); /* given */
    mask_check_length("mask_bidirectional", "Tk", Tk);

    /* TODO: (Tq, Tk): everything is allowed, as in an encoder.
     *
     * APPROACH
     *   1. Ones of that shape, with a name. Rows are queries, columns are keys.
     *
     * EXAMPLE
     *   Tq = 2, Tk = 3:   1 1 1
     *                     1 1 1
     *
     * HINT: tensor_ones makes ones, as tensor_zeros makes zeros. */
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
     *   2. mask_check_entries("mask_combine", ...) for both: it refuses entries other than 0 and 1,
     *      whose product would be no mask.
     *   3. tensor_new of that shape, filled by a kernel that works number by number and broadcasts:
     *      mul_kernel(both, a, b).
     *
     * EXAMPLE
     *   a = [[1, 0], [1, 1]]   b = [[0, 1]]   ->   [[0, 0], [0, 1]]
     *
     * HINT: with zeros and ones, "and" is a multiplication. */
    return todo("12.6 mask_combine");
}
