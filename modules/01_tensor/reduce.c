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
    /* TODO: add the numbers of column j, rows of them, to total[j], for each of the n columns. Never
     * add more than SUM_BLOCK (32) numbers in a row to one sum in real.
     *
     * APPROACH
     *   1. Cut the rows into blocks, [0, 32), [32, 64), ... counted from row 0; the last may be shorter.
     *   2. For each block: real block[COMBINE_COLUMNS], its first n numbers set to 0. (n is at most
     *      COMBINE_COLUMNS.)
     *   3. Add the rows of the block to it: number j of row i is a[i * a_row + j * a_column].
     *   4. Add block[j] to total[j]. total holds something already: keep it.
     *
     * EXAMPLE
     *   rows (1, 2, 3) and (4, 5, 6), total (10, 20, 30)   ->   total (15, 27, 39)
     *
     * HINT: why not count the blocks and make them all equally long? Then two rows of zeros at the end
     * would move every border, and change the last digits of a sum to which they add nothing. */
    todo("01.12 sum_rows");
}
