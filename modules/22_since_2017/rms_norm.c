/* rms_norm.c - every row scaled to a mean square of 1 (Zhang, Sennrich 2019).
 *
 * A layer norm without the mean and without the shift: the stream's numbers lie around 0 anyway. Invariant: a row
 * is scaled by its own numbers alone, whatever stands above and below it.
 */
#include "autograd.h"
#include "todo.h"

/* ---- 22.1 ---------------------------------------------------------------------------------------- */

Tensor *composed_rms_norm(Tensor *x, Tensor *weight, real eps)
{
    /* TODO: each row of x (..., C) as loud as the next, then times weight.
     *
     * CONTRACT  of x's shape. All numbers of a row are multiplied by one number above 0, after
     *           which its mean square, that was m, is m / (m + eps). Then weight (C) comes in, one
     *           number for each of the row's; it may be NULL: 1. x may be a single row, (C), or
     *           have any number of axes. It is made of operations, so that the way back comes by
     *           itself.
     * EXAMPLE   x = [2, -4, 4, 0], eps 0: y = [0.667, -1.333, 1.333, 0]
     * HOLDS     eps 0: 5 x gives the same y, and -x gives -y. x + 5 gives another one. With
     *           an eps a row of zeros stays one.
     * YOU HAVE  operations.h, up to module 06
     * THINK     a layer norm makes the sum of a row 0, too. Which question about a token can no
     *           later layer ask then, and is it a loss? */
    return todo("22.1 composed_rms_norm");
}
