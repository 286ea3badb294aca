/* heads.c - one wide vector as H narrow ones, and back.
 *
 * Channel c of x (B, T, C) belongs to head c / D, as its element c % D.
 * Invariant: merge_heads(split_heads(x, H)) is x.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 12.5 ---------------------------------------------------------------------------------------- */

Tensor *split_heads(Tensor *x, long num_heads)
{
    heads_check_split(x, num_heads); /* given */

    /* TODO: (B, T, C) becomes (B, H, T, D) with D = C / H: each head gets its channels of every token.
     *
     * CONTRACT  element (b, h, t, d) of the result is x at (b, t, h D + d). A view: not a number
     *           moves, and what is written into x is seen in the result.
     * EXAMPLE   x (1, 3, 6), two heads; token t has the channels t0 t1 t2 t3 t4 t5
     *           head 0: 00 01 02   head 1: 03 04 05
     *                   10 11 12           13 14 15
     *                   20 21 22           23 24 25
     * HOLDS     one head: the numbers of x in their order. Two tokens change places: two rows of
     *           every head do.
     * THINK     the right shape alone is not enough: which numbers does (1, 2, 3, 3) give to
     *           head 0, if x is only read anew in its order? How can a view have
     *           the right ones? */
    return todo("12.5 split_heads");
}

/* ---- 12.5 ---------------------------------------------------------------------------------------- */

Tensor *merge_heads(Tensor *x)
{
    heads_check_merge(x); /* given */

    /* TODO: (B, H, T, D) becomes (B, T, C) with C = H D: split_heads backwards.
     *
     * CONTRACT  element (b, t, h D + d) of the result is x at (b, h, t, d).
     * EXAMPLE   head 0: a b   head 1: c d      token 0: a b c d
     *                   e f           g h      token 1: e f g h
     * HOLDS     merged and split again, x is what it was.
     * THINK     how far apart do the numbers of token 0 lie before? Can this one be a view, too? */
    return todo("12.5 split_heads");
}
