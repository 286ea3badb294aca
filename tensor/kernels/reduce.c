/* reduce.c - many numbers into fewer: the sums of a few columns.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. combine.c walks; here is what happens to a few columns.
 */
#include "combine.h"

/* A sum in real forgets: next to 100,000 a tenth has lost its last digits. A block stays small
 * enough to keep them, and the blocks are added in double. */
EXERCISE
void sum_rows(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    for (long begin = 0; begin < rows; begin += SUM_BLOCK) {
        long end = begin + SUM_BLOCK < rows ? begin + SUM_BLOCK : rows;
        real block[COMBINE_COLUMNS];
        for (long j = 0; j < n; j++)
            block[j] = 0;
        for (long i = begin; i < end; i++)
            for (long j = 0; j < n; j++)
                block[j] += a[i * a_row + j * a_column];
        for (long j = 0; j < n; j++)
            total[j] += (double)block[j];
    }
}
