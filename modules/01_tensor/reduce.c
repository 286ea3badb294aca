/* reduce.c - many numbers into fewer: the sums of a few columns.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. combine.c walks; here is what happens to a few columns.
 */
#include "combine.h"
#include "todo.h"

/* A sum in real forgets: next to 100,000 a tenth has lost its last digits. */
void sum_rows(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    /* TODO: add the numbers of column j, rows of them, to total[j], for each of the n columns.
     *
     * CONTRACT  number j of row i is a[i * a_row + j * a_column]; total holds something already
     *           and keeps it. n is at most COMBINE_COLUMNS.
     * BUDGET    any right sums earn 3 points; of 100,000 equal rows, off by at most 5e-13 of the
     *           sum (in float by 1e-6), 4 more; and if, besides, rows of zeros at the end change
     *           not one bit, the last 2.
     * EXAMPLE   rows (1, 2, 3) and (4, 5, 6), total (10, 20, 30)   ->   total (15, 27, 39)
     * HOLDS     n columns by one call are what n calls with a column each give.
     * THINK     next to 100,000 a tenth has lost its last digits: where could they be kept? Does
     *           your sum of 1000 rows begin in the same way when there are 1777? */
    todo("01.10 sum_rows");
}
