/* reduce.c - many numbers into fewer.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. combine.c walks; here is what happens to a few columns.
 */
#include <math.h>
#include "combine.h"
#include "todo.h"

/* given */
int reduce_shape(const char *operation, const Tensor *a, int n, const int *axes, bool keepdims,
                 long *shape)
{
    bool reduced[TENSOR_MAX_AXES] = {false};
    for (int i = 0; i < n; i++) {
        int axis = tensor_axis(operation, axes[i], a);
        if (reduced[axis])
            fail("%s: axis %d is named twice", operation, axis);
        reduced[axis] = true;
    }
    int ndim = 0;
    for (int d = 0; d < a->ndim; d++) {
        if (!reduced[d] && n > 0)
            shape[ndim++] = a->shape[d];
        else if (keepdims)
            shape[ndim++] = 1;
    }
    return ndim;
}

/* ---- 01.12 --------------------------------------------------------------------------------------- */

/* A sum in real forgets: next to 100,000 a tenth has lost its last digits. */
static void sum_rows(long rows, long n, double *total, const real *a, long a_row, long a_column)
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

/* ---- given: how sum_kernel and max use such a function ---------------------------------------------------- */

/* One column has no neighbours to be added beside: sum_line.c. */
static void sum_columns(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    if (n == 1)
        total[0] += sum_line(rows, a, a_row);
    else
        sum_rows(rows, n, total, a, a_row, a_column);
}

void sum_kernel(Tensor *out, const Tensor *a, real beta)
{
    combine_axes("sum_kernel", out, a, beta, 0, sum_columns);
}

/* ---- max ---------------------------------------------------------------------------------------------- */

/* The larger of two, and NaN if either is. */
static double larger(double a, double b)
{
    return a > b || a != a ? a : b;
}

static void max_columns(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < n; j++)
            total[j] = larger(total[j], (double)a[i * a_row + j * a_column]);
}

void max_kernel(Tensor *out, const Tensor *a)
{
    if (tensor_numel(a) == 0 && tensor_numel(out) > 0)
        fail("tensor_max: shape %s has no elements to take a maximum of", tensor_shape_text(a));
    combine_axes("max_kernel", out, a, 0, -INFINITY, max_columns);
}
