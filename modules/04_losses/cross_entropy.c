/* cross_entropy.c - the loss of a classifier, straight from logits.
 *
 *     -log softmax(x)[target] = lse - x[target],  lse = log sum e^x = m + log sum e^(x - m)
 *
 * No probability is ever formed, so none can round to 0 and have an infinite logarithm. Label
 * smoothing s asks for (1 - s) of the target and s of the uniform distribution. The header
 * tensor/kernels/cross_entropy.h says what the three pieces of a row are. Plain loops will do here.
 * Invariant: all targets are checked before anything is written.
 */
#include "cross_entropy.h"
#include "clones.h"
#include "contiguous.h"
#include "vmath.h"
#include "todo.h"

/* ---- 04.1 ---------------------------------------------------------------------------------------- */

LogSumExp row_log_sum_exp(long n, const real *x)
{
    /* TODO: log sum e^x of n neighbours in memory, in two parts: the largest, and the rest.
     *
     * APPROACH
     *   1. shift: the largest of x[0] .. x[n - 1]. Start from (real)-INFINITY, not from 0.
     *   2. If it is still -infinity, let shift be 0: -inf - -inf would be NaN.
     *   3. Add up real_exp(x[i] - shift): no term exceeds 1, and the largest gives exactly 1.
     *   4. return (LogSumExp){.shift = shift, .log_sum = real_log(sum)};
     *
     * EXAMPLE
     *   x = [0, log 3]: shift = log 3, sum = 1/3 + 1 = 4/3, log_sum = log(4/3)
     *   together log 3 + log(4/3) = log 4, and indeed e^0 + e^(log 3) = 4
     *
     * HINT: real_log is the natural logarithm. real_log(0) is -infinity, which is right here. */
    todo("04.1 row_log_sum_exp");
}

/* ---- 04.2 ---------------------------------------------------------------------------------------- */

real row_target_loss(const real *x, LogSumExp z, int target)
{
    /* TODO: -log of the probability that softmax gives to the class `target`.
     *
     * APPROACH
     *   1. target is a position in the row: the logit of the right class is x[target].
     *   2. -log softmax(x)[target] = lse - x[target], where lse = z.shift + z.log_sum.
     *   3. Take the shift off the logit, do not add it to log_sum: two large numbers that nearly
     *      cancel would leave only rounding errors.
     *
     * EXAMPLE
     *   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *   target 1: probability 3/4, loss log(4/3) = 0.2877
     *   target 0: probability 1/4, loss log(4/3) - (0 - log 3) = log 4 = 1.3863
     *
     * HINT: one line. A loss is never negative. */
    todo("04.2 row_target_loss");
}

/* ---- 04.3 ---------------------------------------------------------------------------------------- */

real row_even_loss(long n, const real *x, LogSumExp z)
{
    /* TODO: the average of row_target_loss over all n classes.
     *
     * APPROACH
     *   1. Only x[target] differs from class to class: the average is log_sum - (mean - shift).
     *   2. mean: add up the n logits, divide by n as a real.
     *
     * EXAMPLE
     *   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *   the two losses are log 4 = 1.3863 and log(4/3) = 0.2877; their average is 0.8370
     *
     * HINT: all n classes count, the right one too. */
    todo("04.3 row_even_loss");
}

/* ---- given: what a caller can do wrong ----------------------------------------------------------- */

static void check_targets(const int *targets, long rows, long n, int ignore_index)
{
    for (long row = 0; row < rows; row++)
        if (targets[row] != ignore_index && (targets[row] < 0 || targets[row] >= n))
            fail("tensor_cross_entropy: target %d at position %ld is outside [0, %ld)",
                 targets[row], row, n);
}

static void check_shapes(const Tensor *logits, const Tensor *losses, const Tensor *lse,
                         real smoothing)
{
    if (logits->ndim == 0)
        fail("tensor_cross_entropy: logits are a scalar, expected (N, V)");
    long rows = shape_numel(logits->ndim - 1, logits->shape);
    if (tensor_numel(lse) != rows || !tensor_is_contiguous(lse))
        fail("tensor_cross_entropy: lse has shape %s, logits %s have %ld rows",
             tensor_shape_text(lse), tensor_shape_text(logits), rows);
    if (losses != NULL && (tensor_numel(losses) != rows || !tensor_is_contiguous(losses)))
        fail("tensor_cross_entropy: losses have shape %s, logits %s have %ld rows",
             tensor_shape_text(losses), tensor_shape_text(logits), rows);
    if (!(smoothing >= 0 && smoothing <= 1))
        fail("tensor_cross_entropy: label smoothing %g is outside [0, 1]", (double)smoothing);
}

/* ---- 04.4 ---------------------------------------------------------------------------------------- */

long cross_entropy_kernel(Tensor *losses, Tensor *lse, const Tensor *logits, const int *targets,
                          int ignore_index, real smoothing)
{
    check_shapes(logits, losses, lse, smoothing); /* given, and the next two lines */
    long rows = tensor_numel(lse), n = logits->shape[logits->ndim - 1];
    check_targets(targets, rows, n, ignore_index);

    /* TODO: one loss and one log-sum-exp per row; return how many rows counted.
     *
     * APPROACH
     *   1. logits may be a view. Open a scope, and const real *x = contiguous_input(logits)->data has
     *      its rows as neighbours: row r starts at x + r * n. Close the scope before you return.
     *   2. For every row z = row_log_sum_exp(n, its logits); lse->data[row] = z.shift + z.log_sum.
     *   3. A row whose target is ignore_index: loss 0, and it does not count.
     *   4. Any other: loss = (1 - smoothing) * target loss + smoothing * even loss; it counts.
     *      Leave out the even loss if smoothing is 0: it can be infinite, and 0 * inf is NaN.
     *
     * EXAMPLE
     *   logits = [[0, log 3], [5, 5], [0, log 3]], targets = [0, -100, 1], ignore_index = -100
     *   smoothing 0:    losses = [1.3863, 0, 0.2877], lse = [log 4, 5 + log 2, log 4], returns 2
     *   smoothing 0.5:  losses = [0.5 * 1.3863 + 0.5 * 0.8370, 0, 0.5 * 0.2877 + 0.5 * 0.8370]
     *
     * HINT: the losses are not divided by anything here; whoever calls takes the mean and needs
     * the count for that. losses and lse hold rubbish when you get them: write every row. */
    (void)n;
    todo("04.4 cross_entropy_kernel");
}
