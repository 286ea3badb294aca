/* svd_sweep.c - every pair of columns once. */
#include <math.h>
#include "forms_check.h"

static double product_of(const double *p, const double *q, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += p[i] * q[i];
    return sum;
}

static void turn_columns(double *p, double *q, long n, SvdRotation turn)
{
    for (long i = 0; i < n; i++) {
        double old_p = p[i];
        double old_q = q[i];
        p[i] = turn.cosine * old_p - turn.sine * old_q;
        q[i] = turn.sine * old_p + turn.cosine * old_q;
    }
}

long svd_sweep(SvdColumns *c)
{
    long turned = 0;
    for (long i = 0; i < c->n; i++)
        for (long j = i + 1; j < c->n; j++) {
            double *p = c->column + i * c->m;
            double *q = c->column + j * c->m;
            double alpha = product_of(p, p, c->m);
            double beta = product_of(q, q, c->m);
            double gamma = product_of(p, q, c->m);
            if (fabs(gamma) <= SVD_ORTHOGONAL * sqrt(alpha * beta))
                continue;
            SvdRotation turn = svd_rotation(alpha, beta, gamma);
            turn_columns(p, q, c->m, turn);
            turn_columns(c->v + i * c->n, c->v + j * c->n, c->n, turn);
            turned++;
        }
    return turned;
}
