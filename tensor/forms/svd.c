/* svd.c - singular values of a matrix: sweeps until nothing is left to turn.
 *
 * A wide matrix is taken lying on its side, so that there are never more columns than numbers in
 * one.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "forms_check.h"

#define MOST_SWEEPS 30     /* eight or ten are usual */
#define LEAST_LENGTH 1e-75 /* the fourth power of a length is still a number */

static void check(const Tensor *a)
{
    if (a->ndim != 2)
        fail("svd_of: a is %s, expected a matrix (m, n)", tensor_shape_text(a));
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < a->shape[1]; j++)
            if (!isfinite(a->data[i * a->stride[0] + j * a->stride[1]]))
                fail("svd_of: number (%ld, %ld) of a is %g, expected finite numbers", i, j,
                     (double)a->data[i * a->stride[0] + j * a->stride[1]]);
}

static double *zeros(long count)
{
    double *p = scope_alloc(scope_current(), ((size_t)count + 1) * sizeof *p);
    for (long i = 0; i < count; i++)
        p[i] = 0;
    return p;
}

/* Squares of the numbers, and products of those, must neither overflow nor vanish in a double. Only
 * a build of double can have such: all are multiplied by a power of two, which changes no digit. */
static int exponent_of(const Tensor *a)
{
    double largest = 0;
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < a->shape[1]; j++)
            largest = fmax(largest, fabs((double)a->data[i * a->stride[0] + j * a->stride[1]]));
    int exponent = 0;
    frexp(largest, &exponent);
    return abs(exponent) > 150 ? exponent : 0;
}

static double length(const SvdColumns *c, long j)
{
    double sum = 0;
    for (long i = 0; i < c->m; i++)
        sum += c->column[j * c->m + i] * c->column[j * c->m + i];
    return sqrt(sum);
}

/* Of columns that depend on each other the turns leave rounding, and no direction: what has shrunk
 * to the last digits of the column that it was is 0, or the turns would go on, with ever smaller
 * numbers. */
static void drop_rounding(SvdColumns *c, const double *first_length)
{
    for (long j = 0; j < c->n; j++)
        if (length(c, j) <= fmax((double)c->m * DBL_EPSILON * first_length[j], LEAST_LENGTH))
            memset(c->column + j * c->m, 0, (size_t)c->m * sizeof *c->column);
}

/* Whether what is left between the columns is no more than the rounding of a sum of m products. */
static bool nearly_orthogonal(const SvdColumns *c)
{
    for (long i = 0; i < c->n; i++)
        for (long j = i + 1; j < c->n; j++) {
            double sum = 0;
            for (long k = 0; k < c->m; k++)
                sum += c->column[i * c->m + k] * c->column[j * c->m + k];
            if (!(fabs(sum) <= (double)c->m * DBL_EPSILON * length(c, i) * length(c, j)))
                return false;
        }
    return true;
}

static void sweep_until_orthogonal(SvdColumns *c)
{
    double *first_length = zeros(c->n);
    for (long j = 0; j < c->n; j++)
        first_length[j] = length(c, j);
    for (int sweeps = 0; svd_sweep(c) > 0; sweeps++) {
        if (sweeps == MOST_SWEEPS && nearly_orthogonal(c))
            return;
        if (sweeps == MOST_SWEEPS)
            fail("svd_of: columns of a (%ld, %ld) matrix are not orthogonal after %d sweeps", c->m,
                 c->n, sweeps);
        drop_rounding(c, first_length);
    }
}

static void scale_back(Tensor *s, int exponent)
{
    for (long k = 0; k < s->shape[0]; k++) {
        double value = ldexp((double)s->data[k], exponent);
        if (!isfinite((real)value))
            fail("svd_of: singular value %ld is larger than the largest number. hint: divide a by "
                 "its largest number first",
                 k);
        s->data[k] = (real)value;
    }
}

Svd svd_of(const Tensor *a)
{
    check(a);
    int rows = a->shape[0] >= a->shape[1] ? 0 : 1; /* the longer axis */
    int exponent = exponent_of(a);
    long m = a->shape[rows], n = a->shape[1 - rows];
    SvdColumns c = {.m = m, .n = n, .column = zeros(m * n), .v = zeros(n * n)};
    for (long j = 0; j < n; j++) {
        for (long i = 0; i < m; i++)
            c.column[j * m + i] =
                ldexp((double)a->data[i * a->stride[rows] + j * a->stride[1 - rows]], -exponent);
        c.v[j * n + j] = 1;
    }
    sweep_until_orthogonal(&c);
    Svd out;
    svd_sort(&out, &c);
    scale_back(out.s, exponent);
    if (rows == 0)
        return out;
    return (Svd){.u = out.v, .s = out.s, .v = out.u};
}
