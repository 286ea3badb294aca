/* cross_entropy_row.c - the gradient of a row of logits: probability minus truth. */
#include "op.h"
#include "clones.h"
#include "vmath.h"
#include "todo.h"

/* ---- 06.15 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void cross_entropy_backward_row(long V, real *dx, const real *x, real lse,
                                                int target, real smoothing, real scale)
{
    /* TODO: dx = (softmax(x) - truth) * scale, for one row of V logits.
     *
     * APPROACH
     *   1. softmax(x)_i is e^(x_i - lse): lse = log sum_j e^x_j was kept by the forward pass, so no
     *      sum is needed, and nothing overflows. real_exp.
     *   2. The truth is 1 at the target, and 0 elsewhere. With label smoothing s it is 1 - s at the
     *      target, and s / V more at every one of the V places (at the target, too).
     *   3. scale is dy / N, the share of one row in a mean over N rows. It belongs to both terms.
     *
     * EXAMPLE
     *   softmax(x) = [0.25, 0.75], target 1, smoothing 0, scale 1/2:  dx = [0.125, -0.125]
     *   with smoothing 0.2 the truth is [0.1, 0.9]:                   dx = [0.075, -0.075]
     *
     * HINT: every dx[i] is written once, the one at the target a second time. Each row adds up to 0. */
    todo("06.15 cross_entropy_backward_row");
}
