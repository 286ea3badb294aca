/* norm_want.c - one normalized row, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    SAMPLE_VARIANCE, /* n - 1 */
    EPS_OUTSIDE,     /* 1 / (sqrt(variance) + eps) */
    NO_EPS,
    NO_ROOT,
    ONLY_MEAN,      /* x - mean, not divided */
    NO_MEAN,        /* x / sqrt(variance + eps) */
    RMS,            /* neither y nor the variance know the mean */
    SUM_OF_SQUARES, /* the variance was not divided by n */
    MULTIPLIED,     /* times the root */
    NO_GAMMA,
    NO_BETA,
    BETA_FIRST, /* (h + beta) gamma */
    SWAPPED,    /* gamma for beta */
    ONE_GAMMA,  /* gamma[0] everywhere */
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [SAMPLE_VARIANCE] = "the squares were divided by n - 1: a norm divides by n",
    [EPS_OUTSIDE] = "eps was added to the root: it belongs inside, 1 / sqrt(variance + eps)",
    [NO_EPS] = "eps is missing: 1 / sqrt(variance + eps)",
    [NO_ROOT] = "the root is missing: divided by the variance, not by its root",
    [ONLY_MEAN] = "the mean was taken off, and nothing divided: the spread must become 1",
    [NO_MEAN] = "x was divided, but its mean not taken off first",
    [RMS] = "the mean was never taken off: this is RMSNorm, the root of the mean square",
    [SUM_OF_SQUARES] = "the squares were added up and not divided by n",
    [MULTIPLIED] = "multiplied by the standard deviation where it divides",
    [NO_GAMMA] = "gamma is not used",
    [NO_BETA] = "beta is not used",
    [BETA_FIRST] = "beta was added before gamma multiplied: h * gamma + beta",
    [SWAPPED] = "gamma and beta have changed places: gamma multiplies, beta is added",
    [ONE_GAMMA] = "all channels got gamma[0]: every channel has its own",
};

static double mean_of(const Tensor *x)
{
    double sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += at(x, AT(i));
    return sum / (double)x->shape[0];
}

static double rstd_of(const Tensor *x, double eps, Slip slip)
{
    long n = x->shape[0];
    double sum = 0, mean = slip == RMS ? 0 : mean_of(x);
    for (long i = 0; i < n; i++)
        sum += (at(x, AT(i)) - mean) * (at(x, AT(i)) - mean);
    double variance = sum / (double)(slip == SAMPLE_VARIANCE  ? n - 1
                                     : slip == SUM_OF_SQUARES ? 1
                                                              : n);
    switch (slip) {
    case EPS_OUTSIDE:
        return 1 / (sqrt(variance) + eps);
    case NO_EPS:
        return 1 / sqrt(variance);
    case NO_ROOT:
        return 1 / (variance + eps);
    case ONLY_MEAN:
        return 1;
    case MULTIPLIED:
        return sqrt(variance + eps);
    default:
        return 1 / sqrt(variance + eps);
    }
}

static Tensor *row_with(const Tensor *x, const Tensor *gamma, const Tensor *beta, double eps,
                        Slip slip)
{
    double mean = slip == RMS || slip == NO_MEAN ? 0 : mean_of(x), rstd = rstd_of(x, eps, slip);
    Tensor *y = blank(x->ndim, x->shape);
    for (long i = 0; i < x->shape[0]; i++) {
        double h = (at(x, AT(i)) - mean) * rstd;
        double g = gamma == NULL || slip == NO_GAMMA ? 1 : at(gamma, AT(slip == ONE_GAMMA ? 0 : i));
        double b = beta == NULL || slip == NO_BETA ? 0 : at(beta, AT(i));
        if (slip == SWAPPED) {
            double swap = g;
            g = b;
            b = swap;
        }
        y->data[i] = (real)(slip == BETA_FIRST ? (h + b) * g : h * g + b);
    }
    return y;
}

Tensor *row_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, double eps)
{
    bool spread = x->shape[0] > 1; /* a single number has neither variance nor slips of it */
    for (Slip slip = 1; slip < SLIPS; slip++) {
        bool of_gamma = slip == NO_GAMMA || slip == ONE_GAMMA, of_beta = slip == NO_BETA;
        bool of_both = slip == BETA_FIRST || slip == SWAPPED;
        if ((of_gamma && gamma == NULL) || (of_beta && beta == NULL) ||
            (of_both && (gamma == NULL || beta == NULL)) || (slip < NO_GAMMA && !spread))
            continue;
        MISTAKE(row_with(x, gamma, beta, eps, slip), said[slip]);
    }
    MISTAKE_MESSAGE("pointer that is NULL",
                    "gamma and beta may each be NULL: then they are left out");
    return row_with(x, gamma, beta, eps, RIGHT);
}

double row_mean_want(const Tensor *x)
{
    MISTAKE_NUMBER(mean_of(x) * (double)x->shape[0],
                   "the sum of the row was returned: divide it by n");
    MISTAKE_NUMBER(0, "mean 0 was returned: the way back needs the mean of x, before the norm");
    return mean_of(x);
}

double row_rstd_want(const Tensor *x, double eps)
{
    double rstd = rstd_of(x, eps, RIGHT);
    if (rstd_of(x, 0, RIGHT) > 1e7) { /* no variance */
        for (int other = 0; other < 2; other++)
            MISTAKE_NUMBER(other, "rstd is 1 / sqrt(0 + eps) here: rows without variance are no "
                                  "case of their own");
        MISTAKE_NUMBER(INFINITY, "eps is missing: 1 / sqrt(variance + eps)");
        return rstd;
    }
    MISTAKE_NUMBER(1 / rstd, "the standard deviation was returned: rstd is 1 divided by it");
    MISTAKE_NUMBER(1 / (rstd * rstd),
                   "the variance was returned: rstd is 1 / sqrt(variance + eps)");
    MISTAKE_NUMBER(1 / (rstd * rstd) - eps,
                   "the variance was returned: rstd is 1 / sqrt(variance + eps)");
    return rstd;
}
