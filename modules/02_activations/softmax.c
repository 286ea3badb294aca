/* softmax.c - a row of scores becomes a row of probabilities.
 *
 *     softmax(x)_i = e^x_i / sum_j e^x_j
 *
 * The kernels are given: along_axis hands over the rows, as n neighbours each. Invariant: scores of any size do no harm, and a row
 * of -infinity gives zeros in softmax, and -infinity in log_softmax and logsumexp. NaN and +infinity are asked of nobody here.
 */
#include "along_axis.h"
#include "todo.h"
#include "vmath.h"

/* vmath.h: row_sum(n, y) adds up a row; row_sum_exp(n, x, shift) is the sum of e^(x[i] - shift), for those who need no
 * more than the sum. */

/* ---- 02.5 ---------------------------------------------------------------------------------------- */

static void softmax_row(long n, real *y, const real *x, const real *unused)
{
    /* TODO: y[i] = e^x[i] divided by the sum of them all: a row of n scores becomes shares.
     *
     * CONTRACT  scores of 1000 and more are no trouble, -infinity gets 0, and a row of -infinity
     *           gives zeros. y may be the same memory as x.
     * EXAMPLE   (0, log 2, log 5)   ->   e^: 1, 2, 5, sum 8   ->   (0.125, 0.25, 0.625)
     *           (1000, 1000)        ->   (0.5, 0.5)
     * HOLDS     shares add up to 1. A number added to all scores changes nothing.
     * YOU HAVE  row_sum, above; vmath.h
     * THINK     which number may you take off all scores, so that no power of e overflows? Why
     *           does that leave the shares as they are? When must you know it, if y is x? What
     *           is 0 / 0? */
    todo("02.5 softmax_row");
}

void softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_softmax", out, a, NULL, axis, softmax_row, false);
}

/* ---- 02.6 ---------------------------------------------------------------------------------------- */

static void logsumexp_row(long n, real *y, const real *x, const real *unused)
{
    /* TODO: *y = log(e^x[0] + ... + e^x[n - 1]), one number for the row.
     *
     * CONTRACT  for scores of any size; a row of -infinity gives -infinity.
     * EXAMPLE   (0, log 2, log 5)   ->   log 8 = 2.0794          (1000, 1000)   ->   1000.6931
     * HOLDS     never below a score, and at most log n above the largest. One score alone: itself.
     * YOU HAVE  row_sum_exp, above; vmath.h
     * THINK     what did you do about e^1000 in 02.5? There it left no trace in the shares: and in
     *           a sum, and in its log? */
    todo("02.6 logsumexp_row");
}

void logsumexp_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_logsumexp", out, a, NULL, axis, logsumexp_row, true);
}

/* ---- 02.7 --------------------------------------------------------------------------------------- */

static void log_softmax_row(long n, real *y, const real *x, const real *unused)
{
    /* TODO: y[i] = log(softmax(x)[i]).
     *
     * CONTRACT  also where the share is too small for any number. Large scores
     *           cost no digits but those that they have lost themselves. A row of -infinity stays one. y may be the same
     *           memory as x.
     * EXAMPLE   (0, log 2, log 5)   ->   (-log 8, -log 4, -log 1.6) = (-2.0794, -1.3863, -0.4700)
     *           (0, -1000)          ->   (0, -1000)
     * HOLDS     e^y adds up to 1. A number added to all scores changes nothing.
     * YOU HAVE  row_sum_exp, above; vmath.h
     * THINK     the log of softmax would give (0, -infinity) for the second example: which step
     *           lost it? What is the log of a quotient? -infinity - -infinity? */
    todo("02.7 log_softmax_row");
}

void log_softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_log_softmax", out, a, NULL, axis, log_softmax_row, false);
}
