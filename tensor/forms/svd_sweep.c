/* svd_sweep.c - every pair of columns is turned once: one-sided Jacobi; then they stand in order.
 *
 * A rotation of two columns changes neither what they span nor their common length. After enough of
 * them no column has a part along another; then the lengths of the columns are the singular values.
 * Invariant: a = columns v^T, since v is turned with them; u, s and v stand in one order.
 */
#include <math.h>
#include "forms_check.h"

/* Two angles make two columns orthogonal; the smaller one, at most 45 degrees, moves them least,
 * and only with it do the sweeps end. Its tangent t is the smaller root of t^2 + 2 z t = 1:
 *     z = (beta - alpha) / (2 gamma), t = sign(z) / (|z| + sqrt(1 + z^2)),
 *     cosine = 1 / sqrt(1 + t^2), sine = t cosine
 * with sign(0) = 1. */
EXERCISE
SvdRotation svd_rotation(double alpha, double beta, double gamma)
{
    if (gamma == 0)
        return (SvdRotation){1, 0};
    double z = (beta - alpha) / (2 * gamma);
    double t = (z < 0 ? -1 : 1) / (fabs(z) + sqrt(1 + z * z));
    double cosine = 1 / sqrt(1 + t * t);
    return (SvdRotation){cosine, t * cosine};
}

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

static double column_length(const SvdColumns *c, long j)
{
    double sum = 0;
    for (long i = 0; i < c->m; i++)
        sum += c->column[j * c->m + i] * c->column[j * c->m + i];
    return sqrt(sum);
}

/* How many columns come before column j. */
static long place(const double *length, long n, long j)
{
    long before = 0;
    for (long i = 0; i < n; i++)
        before += length[i] > length[j] || (length[i] == length[j] && i < j);
    return before;
}

EXERCISE
void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n));
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));
    double *length = scope_alloc(scope_current(), (size_t)(c->n + 1) * sizeof *length);
    for (long j = 0; j < c->n; j++)
        length[j] = column_length(c, j);
    for (long j = 0; j < c->n; j++) {
        long k = place(length, c->n, j);
        out->s->data[k] = (real)length[j];
        for (long i = 0; i < c->m && length[j] > 0; i++)
            out->u->data[i * c->n + k] = (real)(c->column[j * c->m + i] / length[j]);
        for (long i = 0; i < c->n; i++)
            out->v->data[i * c->n + k] = (real)c->v[j * c->n + i];
    }
}
