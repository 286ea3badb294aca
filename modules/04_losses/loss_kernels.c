/* loss_kernels.c - the loss of yes and no, as it is computed forward. */
#include "op.h"
#include "vmath.h"
#include "todo.h"
#include <math.h>

/* ---- 04.4 ---------------------------------------------------------------------------------------- */

/* A row function, see rows_apply: n neighbours of the logits in in[0], of the targets in in[1]. */
void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: the binary cross-entropy of n logits: out[i] = -t log p - (1 - t) log(1 - p).
     *
     * CONTRACT  p = 1 / (1 + e^-x) for the logit x = in[0][i]; t = in[1][i] is 0, 1 or anything
     *           between. No mean. arg is not used.
     * BUDGET    |x| up to 3, to nine digits: 11 points. Up to 10,000 and more, where p has long been
     *           0 or 1: 7 more. A small loss with nine digits of its own (in float five), up to
     *           |x| = 34: the last 7.
     * EXAMPLE   x = log 3 (probability 3/4):   t = 1: log(4/3) = 0.2877      t = 0: log 4 = 1.3863
     *           x = 30: t = 1: 9.3576229689e-14      t = 0: 30
     * HOLDS     f(x, 1) = f(-x, 0). Never below 0. It is row_target_loss of the logits [0, x]
     *           (04.1), with target t.
     * YOU HAVE  vmath.h, math.h
     * THINK     at x = 40 p has rounded to 1, and log(1 - 1) is -infinity. Which forms are equal to
     *           this one on paper, and which of them is right on both sides of 0? How many digits of e^-30 are left in
     *           1 + e^-30? */
    (void)arg;
    todo("04.4 bce_row");
}
