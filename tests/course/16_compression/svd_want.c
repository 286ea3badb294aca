/* svd_want.c - rotations of columns in plain loops. */
#include "want.h"

/* ---- the angle ------------------------------------------------------------------------------------------ */

static void angle(double alpha, double beta, double gamma, double *cosine, double *sine)
{
    *cosine = 1, *sine = 0;
    if (gamma == 0)
        return;
    double z = (beta - alpha) / (2 * gamma), t = (z < 0 ? -1 : 1) / (fabs(z) + sqrt(1 + z * z));
    *cosine = 1 / sqrt(1 + t * t);
    *sine = t * *cosine;
}

Tensor *rotation_want(double alpha, double beta, double gamma)
{
    double cosine, sine;
    angle(alpha, beta, gamma, &cosine, &sine);
    return values(SHAPE(2), VALUES((real)cosine, (real)sine));
}

/* ---- a sweep ------------------------------------------------------------------------------------------ */

static void turn(double *p, double *q, long n, double cosine, double sine)
{
    for (long i = 0; i < n; i++) {
        double old = p[i];
        p[i] = cosine * old - sine * q[i];
        q[i] = sine * old + cosine * q[i];
    }
}

static double inner(const double *a, const double *b, long size)
{
    double all = 0;
    while (size-- > 0)
        all += *a++ * *b++;
    return all;
}

/* Of columns that are nearly orthogonal: sine / gamma. */
double small_turn_want(double alpha, double beta)
{
    return 1 / (beta - alpha);
}

/* One sweep over columns (n, m) and v (n, n), both a column a line; how many were turned. */
static long swept(const Tensor *columns, const Tensor *v, double a[64], double b[64])
{
    long n = columns->shape[0], m = columns->shape[1], turned = 0;
    for (long i = 0; i < n * m; i++)
        a[i] = (double)columns->data[i];
    for (long i = 0; i < n * n; i++)
        b[i] = (double)v->data[i];
    for (long i = 0; i < n; i++)
        for (long j = i + 1; j < n; j++) {
            double *p = a + i * m, *q = a + j * m, cosine, sine;
            double alpha = inner(p, p, m), beta = inner(q, q, m), gamma = inner(p, q, m);
            if (fabs(gamma) <= 1e-15 * sqrt(alpha * beta))
                continue;
            angle(alpha, beta, gamma, &cosine, &sine);
            turn(p, q, m, cosine, sine);
            turn(b + i * n, b + j * n, n, cosine, sine);
            turned++;
        }
    return turned;
}

static Tensor *from_doubles(const double *x, long rows, long columns)
{
    Tensor *t = blank(SHAPE(rows, columns));
    for (long i = 0; i < rows * columns; i++)
        t->data[i] = (real)x[i];
    return t;
}

Tensor *sweep_want(const Tensor *columns, const Tensor *v)
{
    double a[64], b[64];
    swept(columns, v, a, b);
    return from_doubles(a, columns->shape[0], columns->shape[1]);
}

Tensor *turns_want(const Tensor *columns, const Tensor *v)
{
    double a[64], b[64];
    swept(columns, v, a, b);
    return from_doubles(b, v->shape[0], v->shape[1]);
}

long turned_want(const Tensor *columns, const Tensor *v)
{
    double a[64], b[64];
    return swept(columns, v, a, b);
}

/* ---- in order ------------------------------------------------------------------------------------------ */

/* u (m, n), then s, then v (n, n). */
Tensor *sorted_want(const Tensor *columns, const Tensor *v)
{
    long n = columns->shape[0], m = columns->shape[1];
    Tensor *t = blank(SHAPE(m + 1 + n, n));
    double s[16];
    for (long j = 0; j < n; j++) {
        s[j] = 0;
        for (long i = 0; i < m; i++)
            s[j] += at(columns, AT(j, i)) * at(columns, AT(j, i));
        s[j] = sqrt(s[j]);
    }
    for (long j = 0; j < n; j++) {
        long place = 0;
        for (long i = 0; i < n; i++)
            place += s[i] > s[j] || (s[i] == s[j] && i < j);
        for (long i = 0; i < m; i++)
            t->data[i * n + place] = s[j] > 0 ? (real)(at(columns, AT(j, i)) / s[j]) : 0;
        t->data[m * n + place] = (real)s[j];
        for (long i = 0; i < n; i++)
            t->data[(m + 1 + i) * n + place] = v->data[j * n + i];
    }
    return t;
}
