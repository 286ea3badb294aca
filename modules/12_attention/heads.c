/* heads.c - one wide vector as H narrow ones, and back.
 *
 * Channel c of x (B, T, C) belongs to head c / D, as its element c % D. Splitting therefore moves
 * nothing: reshape cuts the last axis, transpose brings the heads forward so that matmul sees one
 * (T, D) matrix per head.
 *
 *     (B, T, C)  reshape  (B, T, H, D)  transpose  (B, H, T, D)
 *
 * A reshape straight to (B, H, T, D) has the right shape and the wrong numbers: it would hand head 0
 * the first T / H tokens instead of the first D channels.
 * Invariant: merge_heads(split_heads(x, H)) is x.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 12.12 --------------------------------------------------------------------------------------- */

Tensor *split_heads(Tensor *x, long num_heads)
{
    heads_check_split(x, num_heads); /* given */

    /* TODO: (B, T, C) becomes (B, H, T, D) with D = C / H.
     *
     * APPROACH
     *   1. Cut the channels: tensor_reshape to (B, T, H, D).
     *   2. Bring the heads in front of the time: tensor_transpose of axes 1 and 2.
     *
     * EXAMPLE
     *   x (1, 3, 6), two heads; token t has the channels t0 t1 t2 t3 t4 t5
     *   head 0: 00 01 02   head 1: 03 04 05
     *           10 11 12           13 14 15
     *           20 21 22           23 24 25
     *
     * HINT: tensor_reshape(x, SHAPE(B, T, ..., ...)) reads the numbers in the order they have. Only
     * the transpose makes neighbours out of the tokens of one head. */
    return todo("12.12 split_heads");
}

/* ---- 12.13 --------------------------------------------------------------------------------------- */

Tensor *merge_heads(Tensor *x)
{
    heads_check_merge(x); /* given */

    /* TODO: (B, H, T, D) becomes (B, T, C) with C = H D: split_heads backwards.
     *
     * APPROACH
     *   1. Time in front of the heads again: tensor_transpose of axes 1 and 2.
     *   2. Glue the heads together: tensor_reshape to (B, T, H * D).
     *
     * EXAMPLE
     *   head 0: a b   head 1: c d      token 0: a b c d
     *           e f           g h      token 1: e f g h
     *
     * HINT: what was done last is undone first. (This reshape has to copy: after the transpose, the
     * numbers of one token do not lie side by side.) */
    return todo("12.13 merge_heads");
}
