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
     *           and keeps it. Never more than SUM_BLOCK (32) numbers in a row are added to one
     *           sum in real, and the borders lie at rows 0, 32, 64, ..., however many rows there
     *           are. n is at most COMBINE_COLUMNS.
     * EXAMPLE   rows (1, 2, 3) and (4, 5, 6), total (10, 20, 30)   ->   total (15, 27, 39)
     * HOLDS     rows of zeros at the end change not one bit. A million tenths in float are off
     *           by less than 10^-6 of their sum.
     * THINK     next to 100,000 a tenth has lost its last digits: how large may a sum in real
     *           become, at most, before you empty it? Why not make all blocks equally long? */
    todo("01.12 sum_rows");
}
