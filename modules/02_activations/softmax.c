/* softmax.c - a row of scores becomes a row of probabilities.
 *
 *     softmax(x)_i = e^(x_i - m) / sum_j e^(x_j - m),  m = max x
 *
 * Subtracting m changes nothing on paper and keeps e^ from overflowing. The kernels are given:
 * along_axis hands over the rows, as n neighbours each. Invariant: a row of -infinity gives zeros in softmax, and -infinity in
 * log_softmax and logsumexp.
 */
#include "along_axis.h"
#include "todo.h"
#include "vmath.h"

/* vmath.h: row_shift(n, x) is what to subtract before e^, the largest number of the row, or 0 where that is
 * -infinity (-inf - -inf is NaN). row_sum_exp(n, x, shift) is the sum of e^(x[i] - shift): your first loop
 * of 02.8, for those who need no more than the sum. */

/* ---- 02.8 ---------------------------------------------------------------------------------------- */

static void softmax_row(long n, real *y, const real *x, const real *unused)
{
    /* TODO: y[i] = e^x[i] divided by the sum of them all; y may be the same memory as x.
     *
     * APPROACH
     *   1. Fetch what to subtract: row_shift(n, x).
     *   2. y[i] = e^(x[i] - shift), and add them up.
     *   3. Divide each y[i] by the sum: multiply by 1 / sum, or by 0 where the sum is 0 (every score
     *      -infinity).
     *
     * EXAMPLE
     *   (0, log 2, log 5)   ->   e^: 1, 2, 5, sum 8   ->   (0.125, 0.25, 0.625)
     *   (1000, 1000)        ->   (0.5, 0.5); without the shift infinity / infinity, NaN
     *
     * HINT: take the shift before you write y, since y may be x. */
    todo("02.8 softmax_row");
}

void softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_softmax", out, a, NULL, axis, softmax_row, false);
}

/* ---- 02.9 ---------------------------------------------------------------------------------------- */

static void logsumexp_row(long n, real *y, const real *x, const real *unused)
{
    /* TODO: *y = log(e^x[0] + ... + e^x[n - 1]), one number for the row.
     *
     * APPROACH
     *   1. The sum of e^(x[i] - shift): row_sum_exp.
     *   2. Its log, real_log. The shift was taken out of every exponent: add it again, outside of it.
     *   3. Where the sum is 0, log gives -infinity: that is right as it is. (A score of +infinity is
     *      asked of nobody here; with 0 in place of an infinite shift the sum is infinite, as it is.)
     *
     * EXAMPLE
     *   (0, log 2, log 5)   ->   log 8 = 2.0794          (1000, 1000)   ->   1000 + log 2 = 1000.6931
     *
     * HINT: e^(x - m) = e^x / e^m, so the log of the sum is too small by m. */
    todo("02.9 logsumexp_row");
}

void logsumexp_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_logsumexp", out, a, NULL, axis, logsumexp_row, true);
}

/* ---- 02.10 --------------------------------------------------------------------------------------- */

static void log_softmax_row(long n, real *y, const real *x, const real *unused)
{
    /* TODO: y[i] = log(softmax(x)[i]), without taking the log of a number that may be 0.
     *
     * APPROACH
     *   1. log(e^x[i] / sum) = x[i] - log(sum): subtract shift, and log of the sum, from each number.
     *   2. A row of -infinity stays one: -infinity - -infinity would be NaN. Where the sum is 0,
     *      take 0 for its log.
     *
     * EXAMPLE
     *   (0, log 2, log 5)   ->   (-log 8, -log 4, -log 1.6) = (-2.0794, -1.3863, -0.4700)
     *   (0, -1000)          ->   (0, -1000); the log of softmax would give (0, -infinity)
     *
     * HINT: fetch the shift and the log of the sum once, before the loop that writes y. */
    todo("02.10 log_softmax_row");
}

void log_softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_log_softmax", out, a, NULL, axis, log_softmax_row, false);
}
