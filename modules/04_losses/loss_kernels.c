/* loss_kernels.c - two losses that compare numbers with numbers: what is computed forward. */
#include "op.h"
#include "vmath.h"
#include "todo.h"

/* ---- 04.5 ---------------------------------------------------------------------------------------- */

void mse_kernel(Tensor *out, Tensor *difference, const Tensor *prediction, const Tensor *target)
{
    /* TODO: out = the mean of (prediction - target)^2, and difference = prediction - target.
     *
     * APPROACH
     *   1. Write difference with sub_kernel. It is an output of yours: the gradient needs it.
     *   2. Square it, number by number, into a new tensor (tensor_new_like, mul_kernel).
     *   3. Add up all squares into the scalar out: sum_kernel(out, square, 0).
     *   4. Divide out->data[0] by the number of elements, of all axes: tensor_numel.
     *
     * EXAMPLE
     *   prediction = [[1, 2], [3, 4]]   target = [[1, 0], [4, 6]]
     *   difference = [[0, 2], [-1, -2]], squares 0 + 4 + 1 + 4 = 9, out = 9/4 = 2.25
     *
     * HINT: kernels of module 01 do it all; they also know views, which a loop over ->data
     * does not. */
    todo("04.5 mse_kernel");
}

/* ---- 04.6 ---------------------------------------------------------------------------------------- */

/* A row function, see rows_apply: n neighbours of the logits in in[0], of the targets in in[1]. */
void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = binary cross-entropy of the logit in[0][i] against the target in[1][i].
     *
     * APPROACH
     *   1. const real *x = in[0], *t = in[1]; are the logits and the targets (0, 1, or between):
     *          max(x, 0) - x t + log(1 + e^-|x|)
     *   2. -|x| is never positive, so the exponential cannot overflow: real_exp, real_log, real_abs.
     *   3. No mean here: tensor_bce_with_logits takes it. arg is not used.
     *
     * EXAMPLE
     *   x = log 3 (probability 3/4)
     *   t = 1:  log 3 - log 3 + log(1 + 1/3) = log(4/3) = 0.2877
     *   t = 0:  log 3 - 0     + log(1 + 1/3) = log 4    = 1.3863
     *
     * HINT: do not compute the probability. At x = 40 it has rounded to 1, and log(1 - 1) is
     * -infinity. */
    (void)arg;
    todo("04.6 bce_row");
}
