/* heads.c - one wide vector as H narrow ones, and back.
 *
 * Channel c of x (B, T, C) belongs to head c / D, as its element c % D. Splitting therefore moves
 * nothing: reshape cuts the last axis, transpose brings the heads forward so that matmul sees one
 * (T, D) matrix per head.
 *
 *     (B, T, C)  reshape  (B, T, H, D)  transpose  (B, H, T, D)
 *
 * A reshape straight to (B, H, T, D) has the right shape and the wrong numbers: it would hand head
 * 0 the first T / H tokens instead of the first D channels.
 * Invariant: merge_heads(split_heads(x, H)) is x.
 */
#include "attention_shared.h"

void heads_check_split(const Tensor *x, long num_heads)
{
    if (x->ndim != 3)
        fail("split_heads: x has shape %s, expected (B, T, C)", tensor_shape_text(x));
    long C = x->shape[2];
    if (num_heads < 1 || C % num_heads != 0)
        fail("split_heads: x %s has C = %ld channels, which do not divide into num_heads = %ld",
             tensor_shape_text(x), C, num_heads);
}

EXERCISE
Tensor *split_heads(Tensor *x, long num_heads)
{
    heads_check_split(x, num_heads);
    long B = x->shape[0], T = x->shape[1], C = x->shape[2];
    Tensor *heads = tensor_reshape(x, SHAPE(B, T, num_heads, C / num_heads));
    return tensor_transpose(heads, 1, 2);
}

void heads_check_merge(const Tensor *x)
{
    if (x->ndim != 4)
        fail("merge_heads: x has shape %s, expected (B, H, T, D)", tensor_shape_text(x));
}

EXERCISE
Tensor *merge_heads(Tensor *x)
{
    heads_check_merge(x);
    long B = x->shape[0], H = x->shape[1], T = x->shape[2], D = x->shape[3];
    /* After the transpose, head h + 1 of a token does not follow head h in memory: no strides can
     * say "C neighbours" here, so this reshape copies. */
    return tensor_reshape(tensor_transpose(x, 1, 2), SHAPE(B, T, H * D));
}

EXERCISE
Tensor *repeat_heads(Tensor *t, const Tensor *q)
{
    if (t->ndim != 4 || t->shape[1] == q->shape[1])
        return t;
    const long *s = t->shape;
    Tensor *each =
        tensor_expand(tensor_unsqueeze(t, 2), SHAPE(s[0], s[1], q->shape[1] / s[1], s[2], s[3]));
    return tensor_reshape(each, SHAPE(s[0], q->shape[1], s[2], s[3]));
}
