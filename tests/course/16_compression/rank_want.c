/* rank_want.c - ranks, and the best matrix of each, in plain loops. */
#include "want.h"

long limit_want(long in, long out)
{
    return in + out == 0 ? 0 : (in * out - 1) / (in + out);
}

enum { N = 10 };

/* Columns of a (m, n), n <= m, turned until they are orthogonal; then sorted: column k is u_k s_k. */
static void jacobi(double a[N][N], double v[N][N], long m, long n, double s[N])
{
    for (int sweep = 0; sweep < 40; sweep++)
        for (long p = 0; p < n; p++)
            for (long q = p + 1; q < n; q++) {
                double alpha = 0, beta = 0, gamma = 0;
                for (long i = 0; i < m; i++) {
                    alpha += a[p][i] * a[p][i];
                    beta += a[q][i] * a[q][i];
                    gamma += a[p][i] * a[q][i];
                }
                if (fabs(gamma) <= 1e-16 * sqrt(alpha * beta))
                    continue;
                double angle = 0.5 * atan2(2 * gamma, alpha - beta); /* the longer comes first */
                double c = cos(angle), d = sin(angle);
                for (long i = 0; i < N; i++) {
                    double x = a[p][i], y = a[q][i], z = v[p][i], w = v[q][i];
                    a[p][i] = c * x + d * y, a[q][i] = c * y - d * x;
                    v[p][i] = c * z + d * w, v[q][i] = c * w - d * z;
                }
            }
    for (long k = 0; k < n; k++) {
        s[k] = 0;
        for (long i = 0; i < m; i++)
            s[k] += a[k][i] * a[k][i];
        s[k] = sqrt(s[k]);
    }
    for (long k = 0; k < n; k++) /* the longest first */
        for (long j = k + 1; j < n; j++)
            if (s[j] > s[k]) {
                double t = s[j];
                s[j] = s[k], s[k] = t;
                for (long i = 0; i < N; i++) {
                    double x = a[k][i], y = v[k][i];
                    a[k][i] = a[j][i], a[j][i] = x;
                    v[k][i] = v[j][i], v[j][i] = y;
                }
            }
}

/* The columns of w, or its rows, where these are fewer. */
static void values_of(const Tensor *w, double a[N][N], double v[N][N], double s[N])
{
    bool turned = w->shape[0] < w->shape[1];
    long m = w->shape[turned], n = w->shape[!turned];
    for (long k = 0; k < n; k++) {
        v[k][k] = 1;
        for (long i = 0; i < m; i++)
            a[k][i] = turned ? at(w, AT(k, i)) : at(w, AT(i, k));
    }
    jacobi(a, v, m, n, s);
}

double squares_want(const Tensor *w, long rank)
{
    double a[N][N] = {{0}}, v[N][N] = {{0}}, s[N], sum = 0;
    values_of(w, a, v, s);
    for (long k = 0; k < rank; k++)
        sum += s[k];
    return sum;
}

Tensor *product_want(const Tensor *w, long rank)
{
    double a[N][N] = {{0}}, v[N][N] = {{0}}, s[N];
    long in = w->shape[0], out = w->shape[1];
    bool turned = in < out;
    values_of(w, a, v, s);
    Tensor *t = blank(w->ndim, w->shape);
    for (long k = 0; k < rank; k++)
        for (long i = 0; i < in; i++)
            for (long j = 0; j < out; j++)
                t->data[i * out + j] += (real)(turned ? v[k][i] * a[k][j] : a[k][i] * v[k][j]);
    return t;
}

long thin_count_want(long in, long out, long rank, bool bias)
{
    return rank * (in + out) + (bias ? out : 0);
}
