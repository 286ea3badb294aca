/* svd.c - singular values of a matrix: sweeps until nothing is left to turn.
 *
 * A wide matrix is taken lying on its side, so that there are never more columns than numbers in one.
 */
#include <math.h>
#include "forms_check.h"

#define MOST_SWEEPS 60 /* eight or ten are usual */

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

Svd svd_of(const Tensor *a)
{
    check(a);
    int rows = a->shape[0] >= a->shape[1] ? 0 : 1; /* the longer axis */
    long m = a->shape[rows], n = a->shape[1 - rows];
    SvdColumns c = {.m = m, .n = n, .column = zeros(m * n), .v = zeros(n * n)};
    for (long j = 0; j < n; j++) {
        for (long i = 0; i < m; i++)
            c.column[j * m + i] = (double)a->data[i * a->stride[rows] + j * a->stride[1 - rows]];
        c.v[j * n + j] = 1;
    }
    int sweeps = 0;
    while (svd_sweep(&c) > 0)
        if (++sweeps == MOST_SWEEPS)
            fail("svd_of: columns of a (%ld, %ld) matrix are not orthogonal after %d sweeps", m, n,
                 sweeps);
    Svd out;
    svd_sort(&out, &c);
    if (rows == 0)
        return out;
    return (Svd){.u = out.v, .s = out.s, .v = out.u};
}
