/* softmax.c - a row of scores becomes a row of probabilities.
 *
 *     softmax(x)_i = e^(x_i - m) / sum_j e^(x_j - m),  m = max x
 *
 * Subtracting m changes nothing on paper and keeps e^ from overflowing. along_axis hands over the
 * rows. Invariant: a row of -infinity has sum 0 (see row_shift); softmax gives zeros there and
 * log_softmax -infinity.
 */
#include "along_axis.h"
#include "clones.h"
#include "vmath.h"

/* What to subtract before exp: the largest, or 0 where that is -infinity (-inf - -inf is NaN). */
static inline real row_shift(long n, const real *x)
{
    real largest = row_max(n, x);
    return largest == (real)-INFINITY ? 0 : largest;
}

KINDLING_CLONES static void softmax_row(long n, real *y, const real *x, const real *unused)
{
    (void)unused;
    real shift = row_shift(n, x);
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = real_exp(x[i] - shift);
    real sum = row_sum(n, y);
    real scale = sum == 0 ? 0 : 1 / sum;
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] *= scale;
}

EXERCISE
void softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_softmax", out, a, NULL, axis, softmax_row, false);
}

KINDLING_CLONES static void log_softmax_row(long n, real *y, const real *x, const real *unused)
{
    (void)unused;
    real shift = row_shift(n, x), sum = row_sum_exp(n, x, shift);
    real log_sum = sum == 0 ? 0 : real_log(sum);
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = x[i] - shift - log_sum;
}

EXERCISE
void log_softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_log_softmax", out, a, NULL, axis, log_softmax_row, false);
}

KINDLING_CLONES static void logsumexp_row(long n, real *y, const real *x, const real *unused)
{
    (void)unused;
    real shift = row_shift(n, x);
    if (shift == (real)INFINITY)
        shift = 0; /* the sum is infinite as it is; inf - inf would make it NaN */
    *y = shift + real_log(row_sum_exp(n, x, shift));
}

EXERCISE
void logsumexp_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_logsumexp", out, a, NULL, axis, logsumexp_row, true);
}
