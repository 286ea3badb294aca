/* svd_sweep.c - an angle, every pair of columns once, and each column where its rank says. */
#include <math.h>
#include "forms_check.h"

SvdRotation svd_rotation(double alpha, double beta, double gamma)
{
    SvdRotation turn = {1, 0};
    if (gamma == 0)
        return turn;
    double z = (beta - alpha) / (2 * gamma);
    double t;
    if (z >= 0)
        t = 1 / (z + sqrt(1 + z * z));
    else
        t = -1 / (-z + sqrt(1 + z * z));
    turn.cosine = 1 / sqrt(1 + t * t);
    turn.sine = t * turn.cosine;
    return turn;
}

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

static double length_of(const double *column, long n)
{
    double squares = 0;
    for (long i = 0; i < n; i++)
        squares += column[i] * column[i];
    return sqrt(squares);
}

void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n));
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));

    double *length = scope_alloc(scope_current(), (size_t)c->n * sizeof(double));
    for (long j = 0; j < c->n; j++)
        length[j] = length_of(c->column + j * c->m, c->m);
    for (long j = 0; j < c->n; j++) {
        long place = 0;
        for (long other = 0; other < c->n; other++)
            if (length[other] > length[j] || (length[other] == length[j] && other < j))
                place++;
        tensor_set(out->s, AT(place), (real)length[j]);
        if (length[j] > 0)
            for (long i = 0; i < c->m; i++)
                tensor_set(out->u, AT(i, place), (real)(c->column[j * c->m + i] / length[j]));
        for (long i = 0; i < c->n; i++)
            tensor_set(out->v, AT(i, place), (real)c->v[j * c->n + i]);
    }
}
