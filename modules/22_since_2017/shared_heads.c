/* shared_heads.c - some heads of queries look at the same keys and values (Ainslie et al. 2023).
 *
 * Invariant: heads that share stand side by side.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 22.5 ---------------------------------------------------------------------------------------- */

Tensor *repeat_heads(Tensor *t, const Tensor *q)
{
    /* TODO: keys or values as attention wants them: a head for each head of q.
     *
     * CONTRACT  t (B, K, T, D), q (B, H, Tq, D), K divides H -> (B, H, T, D): each head of t for
     *           as many heads of q as for any other, and these stand side by side, in the order of
     *           t. Where H is K, and where t has three axes, no heads, it is t itself. Made of
     *           operations: a gradient is the sum over the heads that share.
     * EXAMPLE   K = 2, H = 6: heads 0 0 0 1 1 1
     * HOLDS     K = 1: all heads are equal.
     * YOU HAVE  operations.h, up to module 06
     * THINK     0 0 0 1 1 1 or 0 1 0 1 0 1? Both could be trained. Why must it be the one that
     *           the weights were trained with? */
    return todo("22.5 repeat_heads");
}
