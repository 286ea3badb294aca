/* svd_sweep.c - every pair of columns is turned once: one-sided Jacobi.
 *
 * A rotation of two columns changes neither what they span nor their common length. After enough of
 * them no column has a part along another; then the lengths of the columns are the singular values.
 * Invariant: a = columns v^T, since v is turned with them.
 */
#include <math.h>
#include "forms_check.h"

static double dot(const double *p, const double *q, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += p[i] * q[i];
    return sum;
}

static void turn(double *p, double *q, long n, SvdRotation r)
{
    for (long i = 0; i < n; i++) {
        double old = p[i];
        p[i] = r.cosine * old - r.sine * q[i];
        q[i] = r.sine * old + r.cosine * q[i];
    }
}

EXERCISE
long svd_sweep(SvdColumns *c)
{
    long turned = 0;
    for (long i = 0; i < c->n; i++)
        for (long j = i + 1; j < c->n; j++) {
            double *p = c->column + i * c->m, *q = c->column + j * c->m;
            double alpha = dot(p, p, c->m), beta = dot(q, q, c->m), gamma = dot(p, q, c->m);
            if (fabs(gamma) <= SVD_ORTHOGONAL * sqrt(alpha * beta))
                continue;
            SvdRotation r = svd_rotation(alpha, beta, gamma);
            turn(p, q, c->m, r);
            turn(c->v + i * c->n, c->v + j * c->n, c->n, r);
            turned++;
        }
    return turned;
}
