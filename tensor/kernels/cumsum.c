/* cumsum.c - running sums: each number of a row and all before it.
 *
 * The sum so far is a double, so that every result is rounded once, however long the row.
 */
#include "along_axis.h"

static void cumsum_row(long n, real *y, const real *x, const real *unused)
{
    double sum = 0;
    (void)unused;
    for (long i = 0; i < n; i++)
        y[i] = (real)(sum += (double)x[i]);
}

void cumsum_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_cumsum", out, a, NULL, axis, cumsum_row, false);
}
