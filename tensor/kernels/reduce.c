/* reduce.c - sums, products, the largest and the smallest along axes, places, and the shape that is
 * left.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. combine.c walks; here is what happens to a few columns.
 */
#include <math.h>
#include "combine.h"
#include "rows.h"

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

/* ---- sums ------------------------------------------------------------------------------------ */

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

/* ---- products -------------------------------------------------------------------------------- */

static void prod_columns(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < n; j++)
            total[j] *= (double)a[i * a_row + j * a_column];
}

void prod_kernel(Tensor *out, const Tensor *a)
{
    combine_axes("prod_kernel", out, a, 0, 1, prod_columns);
}

/* ---- the largest, the smallest --------------------------------------------------------------- */

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

/* The smaller of two, and NaN if either is. */
static double smaller(double a, double b)
{
    return a < b || a != a ? a : b;
}

static void min_columns(long rows, long n, double *total, const real *a, long a_row, long a_column)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < n; j++)
            total[j] = smaller(total[j], (double)a[i * a_row + j * a_column]);
}

void min_kernel(Tensor *out, const Tensor *a)
{
    if (tensor_numel(a) == 0 && tensor_numel(out) > 0)
        fail("tensor_min: shape %s has no elements to take a minimum of", tensor_shape_text(a));
    combine_axes("min_kernel", out, a, 0, INFINITY, min_columns);
}

/* ---- places: the class a classifier chose, the next token ------------------------------------ */

/* The first of several equal ones wins, so that the answer never depends on luck. NaN counts as the
 * largest, so that a broken network shows. */
/* rows: a without the axis that is asked. */
static void check_index(const char *operation, const IntTensor *index, const Tensor *rows,
                        const Tensor *a, int axis)
{
    long kept[TENSOR_MAX_AXES];
    int ndim = reduce_shape(operation, a, AXES(axis), true, kept);
    if (!shape_equal(index->ndim, index->shape, rows->ndim, rows->shape) &&
        !shape_equal(index->ndim, index->shape, ndim, kept))
        fail("%s: cannot write positions along axis %d of %s into a shape of %s", operation, axis,
             tensor_shape_text(a), shape_text(index->ndim, index->shape));
}

/* first: which of n numbers, stride apart, it is. */
static void find_places(const char *operation, IntTensor *index, const Tensor *a, int axis,
                        long (*first)(long n, const real *x, long stride))
{
    axis = tensor_axis(operation, axis, a);
    if (a->shape[axis] == 0)
        fail("%s: axis %d of %s has no elements", operation, axis, tensor_shape_text(a));
    Tensor last;                          /* the axis goes last, so that each row is one question */
    transpose_view(&last, a, axis, axis); /* a copy of the header */
    for (int d = axis; d + 1 < last.ndim; d++) {
        last.shape[d] = a->shape[d + 1];
        last.stride[d] = a->stride[d + 1];
    }
    last.ndim--;
    check_index(operation, index, &last, a, axis);
    RowWalk w;
    WalkPosition p;
    walk_start(&w, last.ndim, last.shape, 1, (const Tensor *[]){&last});
    if (w.rows == 0 || w.n == 0)
        return;
    walk_seek(&w, 0, &p);
    long n = a->shape[axis], stride = a->stride[axis];
    for (long row = 0; row < w.rows; row++, walk_next(&w, &p)) {
        for (long i = 0; i < w.n; i++) {
            const real *x = p.at[0] + i * w.row_stride[0];
            index->data[row * w.n + i] = (int)first(n, x, stride);
        }
    }
}

/* Position of the first largest of x[0], x[stride], x[2 stride], ... x[(n - 1) stride]. */
EXERCISE
long first_largest(long n, const real *x, long stride)
{
    long best = 0;
    for (long j = 1; j < n && x[best * stride] == x[best * stride]; j++)
        if (x[j * stride] > x[best * stride] || x[j * stride] != x[j * stride])
            best = j;
    return best;
}

/* As first_largest. NaN wins here, too, as it does in min_kernel. */
static long first_smallest(long n, const real *x, long stride)
{
    long place = 0;
    for (long i = 1; i < n; i++) {
        real least = x[place * stride], next = x[i * stride];
        if (!isnan(least) && (isnan(next) || next < least))
            place = i;
    }
    return place;
}

void argmax_kernel(IntTensor *index, const Tensor *a, int axis)
{
    find_places("tensor_argmax", index, a, axis, first_largest);
}

void argmin_kernel(IntTensor *index, const Tensor *a, int axis)
{
    find_places("tensor_argmin", index, a, axis, first_smallest);
}
