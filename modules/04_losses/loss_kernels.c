/* loss_kernels.c - two losses that compare numbers with numbers: what is computed forward. */
#include "op.h"
#include "vmath.h"
#include "todo.h"

/* ---- 04.5 ---------------------------------------------------------------------------------------- */

void mse_kernel(Tensor *out, Tensor *difference, const Tensor *prediction, const Tensor *target)
{
    /* TODO: out, a scalar, becomes the mean of (prediction - target)^2; difference becomes
     * prediction - target.
     *
     * CONTRACT  any shape, and views. difference is an output of yours: the gradient reads it
     *           afterwards.
     * EXAMPLE   prediction = [[1, 2], [3, 4]]   target = [[1, 0], [4, 6]]
     *           difference = [[0, 2], [-1, -2]], squares 0 + 4 + 1 + 4 = 9, out = 9/4 = 2.25
     * HOLDS     the two change places: the same out. A number added to both changes nothing.
     * YOU HAVE  the kernels of module 01 (tensor/kernels/kernels.h), which know views;
     *           tensor_new_like, tensor_numel
     * THINK     a loop over ->data reads what of a view? May you square difference where it is? */
    todo("04.5 mse_kernel");
}

/* ---- 04.6 ---------------------------------------------------------------------------------------- */

/* A row function, see rows_apply: n neighbours of the logits in in[0], of the targets in in[1]. */
void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: the binary cross-entropy of n logits: out[i] = -t log p - (1 - t) log(1 - p).
     *
     * CONTRACT  p = 1 / (1 + e^-x) for the logit x = in[0][i]; t = in[1][i] is 0, 1 or anything
     *           between. Right for |x| up to 10,000 and more, where p has long been 0 or 1: off
     *           by rounding only. No mean. arg is not used.
     * EXAMPLE   x = log 3 (probability 3/4):   t = 1: log(4/3) = 0.2877      t = 0: log 4 = 1.3863
     *           x = 40: t = 1: 0 or a number near e^-40      t = 0: 40
     * HOLDS     f(x, 1) = f(-x, 0). Never below 0. It is row_target_loss of the logits [0, x]
     *           (04.2), with target t.
     * YOU HAVE  real_exp, real_log, real_abs
     * THINK     at x = 40 p has rounded to 1, and log(1 - 1) is -infinity. Which forms are equal to
     *           this one on paper, and which of them is right on both sides of 0? */
    (void)arg;
    todo("04.6 bce_row");
}
