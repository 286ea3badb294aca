/* sum_line.c - the sum of one long line of numbers: LANES sums side by side, as vectors have it.
 *
 * The same blocks as sum_rows in reduce.c, which has its neighbours in other columns: here number i
 * goes into lane i % LANES, whatever n is, so zeros behind the last change nothing.
 */
#include "combine.h"

#define LANES 32

/* Four sums, so that additions wait less for each other. */
static double sum_of_lanes(const double lane[LANES])
{
    double sum[4] = {0};
    for (int l = 0; l < LANES; l += 4)
        for (int i = 0; i < 4; i++)
            sum[i] += lane[l + i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Up to LANES numbers are a lane each: the same sum, without lanes. */
static double sum_of_few(long n, const real *a, long stride)
{
    double sum[4] = {0};
    for (long i = 0; i < n; i++)
        sum[i % 4] += (double)a[i * stride];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double sum_line(long n, const real *a, long stride)
{
    if (n <= LANES)
        return sum_of_few(n, a, stride);
    double total[LANES] = {0};
    while (n > 0) {
        long count = n < SUM_BLOCK * LANES ? n : SUM_BLOCK * LANES, rest = count % LANES;
        real block[LANES] = {0}, last[LANES] = {0};
        if (stride == 1)
            for (long i = 0; i < count / LANES; i++, a += LANES)
#pragma omp simd
                for (int l = 0; l < LANES; l++)
                    block[l] += a[l];
        else
            for (long i = 0; i < count / LANES; i++, a += LANES * stride)
                for (int l = 0; l < LANES; l++)
                    block[l] += a[l * stride];
        for (long l = 0; l < rest; l++) /* and zeros behind them */
            last[l] = a[l * stride];
#pragma omp simd
        for (int l = 0; l < LANES; l++)
            total[l] += (double)(block[l] + last[l]);
        n -= count;
    }
    return sum_of_lanes(total);
}
