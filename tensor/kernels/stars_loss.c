/* stars_loss.c - a loss for classes that have an order.
 *
 * The cross-entropy, which is honest and grows without end, and for each border between two classes
 * the square by which the share below it is off: squares of shares are honest, too (Brier 1950,
 * Epstein 1969). Logits that are sure of a wrong class are off by 1 at each border between it and
 * the target.
 */
#include <math.h>
#include "cross_entropy.h"

EXERCISE
double stars_loss(long n, const real *x, int target, double step)
{
    LogSumExp z = row_log_sum_exp(n, x);
    double loss = (double)row_target_loss(x, z, target), below = 0;
    for (long k = 0; k < n - 1; k++) {
        below += exp((double)(x[k] - z.shift) - (double)z.log_sum);
        double off = below - (target <= k ? 1 : 0);
        loss += step * off * off;
    }
    return loss;
}
