/* rank_want.c - ranks, and the best matrix of each, right and with each of the mistakes people make. */
#include "want.h"

/* ---- 16.14 ---------------------------------------------------------------------------------------------- */

static const char *const of_int =
    "in times out is more than an int holds, whose largest number is 2,147,483,647: in long";

long limit_want(long in, long out)
{
    long sum = in + out, product = in * out, limit = sum > 0 ? (product - 1) / sum : 0;
    if (sum == 0)
        return 0;
    const struct {
        long rank;
        const char *sentence;
    } slip[] = {
        {product / sum, "with that rank there are as many numbers as before: fewer are asked for"},
        {(in < out ? in : out) - 1,
         "that is the largest rank below full: it has more numbers than one matrix"},
        {(in < out ? in : out), "that is the full rank: it has more numbers than one matrix"},
        {(in < out ? in : out) / 2,
         "half of the ranks are not half of the numbers: r (in + out) against in out"},
        {(product + sum - 1) / sum, "rounded up: that rank has more numbers, or as many"},
        {limit + 1, "one too many: r (in + out) must be below in out"},
        {limit - 1, "one too few"},
    };
    for (size_t i = 0; i < sizeof slip / sizeof *slip; i++)
        if (slip[i].rank != limit)
            MISTAKE_NUMBER((double)slip[i].rank, slip[i].sentence);
    double in_int = (double)(int32_t)(uint32_t)(uint64_t)product;
    if (in_int != (double)product) {
        MISTAKE_NUMBER(trunc((in_int - 1) / (double)sum), of_int);
        MISTAKE_NUMBER(0, of_int);
    }
    return limit;
}

/* ---- 16.14 ---------------------------------------------------------------------------------------------- */

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

typedef enum { RIGHT, S_SQUARED, NO_S, ROOT_ONLY, SMALLEST, ONE_FEWER, SLIPS } Slip;

static const char *const said[SLIPS] = {
    [S_SQUARED] = "s is in the product twice: it is to be u diag(s) v^T",
    [NO_S] = "s is not in the product: it is to be u diag(s) v^T",
    [ROOT_ONLY] = "one of the two weights lacks its sqrt(s)",
    [SMALLEST] = "the smallest singular values are in the product, and not the largest",
    [ONE_FEWER] = "the last of the ranks is missing: k < rank",
};

static Tensor *slipped_product(const Tensor *w, long rank, Slip slip)
{
    double a[N][N] = {{0}}, v[N][N] = {{0}}, s[N];
    long in = w->shape[0], out = w->shape[1];
    bool turned = in < out;
    long m = turned ? out : in, n = turned ? in : out;
    for (long k = 0; k < n; k++) {
        v[k][k] = 1;
        for (long i = 0; i < m; i++)
            a[k][i] = turned ? at(w, AT(k, i)) : at(w, AT(i, k));
    }
    jacobi(a, v, m, n, s);
    Tensor *t = blank(w->ndim, w->shape);
    long first = slip == SMALLEST ? n - rank : 0, end = first + rank - (slip == ONE_FEWER);
    for (long k = first; k < end; k++) {
        double factor = slip == S_SQUARED   ? s[k]
                        : slip == NO_S      ? 1 / s[k]
                        : slip == ROOT_ONLY ? 1 / sqrt(s[k])
                                            : 1;
        for (long i = 0; i < in; i++)
            for (long j = 0; j < out; j++)
                t->data[i * out + j] +=
                    (real)(factor * (turned ? v[k][i] * a[k][j] : a[k][i] * v[k][j]));
    }
    return t;
}

Tensor *product_want(const Tensor *w, long rank)
{
    long in = w->shape[0], out = w->shape[1];
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (slip != SMALLEST || rank < (in < out ? in : out))
            MISTAKE(slipped_product(w, rank, slip), said[slip]);
    MISTAKE(blank(w->ndim, w->shape), "the weights of the thin layers are still 0");
    MISTAKE_MESSAGE("index",
                    "a place that is not there was asked for: u is (in, r) and v is (out, r)");
    return slipped_product(w, rank, RIGHT);
}

Tensor *thin_bias_want(const Tensor *w, const Tensor *bias)
{
    (void)w;
    MISTAKE(blank(SHAPE(1, bias->shape[0])),
            "the bias is missing: the second layer's is that of l");
    return plain_reshape(bias, SHAPE(1, bias->shape[0]));
}

long thin_count_want(long in, long out, long rank, bool bias)
{
    long right = rank * (in + out) + (bias ? out : 0);
    if (bias) {
        MISTAKE_NUMBER((double)(right + rank),
                       "the first layer has a bias, too: only the second one");
        MISTAKE_NUMBER((double)(right - out),
                       "the bias is missing: the second layer's is that of l");
        MISTAKE_NUMBER((double)(right - out + rank),
                       "the bias is in the first layer: it belongs to the outputs");
    } else
        MISTAKE_NUMBER((double)(right + out), "the second layer has a bias, and l has none");
    MISTAKE_NUMBER((double)((in < out ? in : out) * (in + out) + (bias ? out : 0)),
                   "all ranks were kept: rank says how many");
    return right;
}

bool no_bias_is_needed(void)
{
    MISTAKE_MESSAGE("pointer that is NULL", "l has no bias: l->bias is NULL then");
    MISTAKE_MESSAGE("is NULL", "l has no bias: l->bias is NULL then");
    return true;
}
