/* reduce.c - many numbers into fewer: the sums of a few columns. */
#include "combine.h"

void sum_rows(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    for (long j = 0; j < n; j++) {
        real sum = 0;
        for (long i = 0; i < rows; i++) {
            sum += a[i * a_row + j * a_column];
            if (i % SUM_BLOCK == SUM_BLOCK - 1) {
                total[j] += sum;
                sum = 0;
            }
        }
        total[j] += sum;
    }
}
