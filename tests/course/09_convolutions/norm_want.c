/* norm_want.c - channels brought to mean 0 and variance 1, right and with each of the mistakes people make. */
#include "want.h"

static double numbers(const Tensor *x)
{
    return (double)(x->shape[0] * x->shape[2] * x->shape[3]);
}

/* The mean over images [0, B) of a channel of (x - from)^power. */
static double moment(const Tensor *x, long B, long c, double from, int power)
{
    double sum = 0;
    for (long b = 0; b < B; b++)
        for (long r = 0; r < x->shape[2]; r++)
            for (long s = 0; s < x->shape[3]; s++)
                sum += pow(at(x, AT(b, c, r, s)) - from, power);
    return sum / (double)(B * x->shape[2] * x->shape[3]);
}

/* ---- 09.10 batch_statistics_kernel ---------------------------------------------------------------------- */

static Tensor *means_of(const Tensor *x, long B, double factor)
{
    Tensor *m = blank(SHAPE(x->shape[1]));
    for (long c = 0; c < x->shape[1]; c++)
        m->data[c] = (real)(factor * moment(x, B, c, 0, 1));
    return m;
}

/* All channels together. */
static Tensor *one_mean(const Tensor *x)
{
    Tensor *m = means_of(x, x->shape[0], 1), *one = blank(1, m->shape);
    double sum = 0;
    for (long c = 0; c < m->shape[0]; c++)
        sum += (double)m->data[c];
    for (long c = 0; c < m->shape[0]; c++)
        one->data[c] = (real)(sum / (double)m->shape[0]);
    return one;
}

Tensor *means_want(const Tensor *x)
{
    long B = x->shape[0];
    MISTAKE(means_of(x, 1, 1), "the mean is that of image 0 alone: it goes over the whole batch");
    MISTAKE(means_of(x, B, numbers(x)), "this is the sum of each channel: divide it by N = B H W");
    MISTAKE(means_of(x, B, (double)(x->shape[2] * x->shape[3])),
            "divided by the batch alone: N is B H W");
    MISTAKE(means_of(x, B, (double)B), "divided by H W alone: N is B H W");
    MISTAKE(one_mean(x), "one mean for all channels: each channel has its own");
    return means_of(x, B, 1);
}

typedef enum { BIASED, UNBIASED, SQUARES, SUM, ROOT, IMAGE_0, OF_ITS_IMAGE } Spread;

static double spread(const Tensor *x, long c, Spread how)
{
    long B = x->shape[0];
    double n = numbers(x), mean = moment(x, B, c, 0, 1);
    switch (how) {
    case UNBIASED:
        return moment(x, B, c, mean, 2) * n / (n - 1);
    case SQUARES:
        return moment(x, B, c, 0, 2);
    case SUM:
        return moment(x, B, c, mean, 2) * n;
    case ROOT:
        return sqrt(moment(x, B, c, mean, 2));
    case IMAGE_0:
        return moment(x, 1, c, mean, 2);
    case OF_ITS_IMAGE:
        return moment(x, 1, c, moment(x, 1, c, 0, 1), 2);
    default:
        return moment(x, B, c, mean, 2);
    }
}

static Tensor *spreads(const Tensor *x, Spread how)
{
    Tensor *v = blank(SHAPE(x->shape[1]));
    for (long c = 0; c < x->shape[1]; c++)
        v->data[c] = (real)spread(x, c, how);
    return v;
}

Tensor *variances_want(const Tensor *x)
{
    MISTAKE(spreads(x, UNBIASED),
            "divided by N - 1: a batch is normalized by its own variance, over N");
    MISTAKE(spreads(x, SQUARES), "the mean of x^2: the mean of x is to be taken off first");
    MISTAKE(spreads(x, SUM), "the squares were added up and not divided by N");
    MISTAKE(spreads(x, ROOT), "this is the standard deviation: the variance is asked for");
    MISTAKE(spreads(x, IMAGE_0),
            "the variance is that of image 0 alone: it goes over the whole batch");
    MISTAKE(spreads(x, OF_ITS_IMAGE),
            "mean and variance are those of image 0 alone: they go over the whole batch");
    return spreads(x, BIASED);
}

Tensor *far_variances_want(const Tensor *x)
{
    MISTAKE(blank(SHAPE(x->shape[1])),
            "nothing is left: in the mean of the squares minus the square of "
            "the mean two large numbers cancel; take the mean off first");
    return variances_want(x);
}

/* ---- 09.11 tensor_batch_norm2d ---------------------------------------------------------------------------- */

typedef enum { EPS_INSIDE, EPS_OUTSIDE, NO_EPS, NO_ROOT, MULTIPLIED } Rstd;

static double rstd_of(double variance, double eps, Rstd how)
{
    switch (how) {
    case EPS_OUTSIDE:
        return 1 / (sqrt(variance) + eps);
    case NO_EPS:
        return 1 / sqrt(variance);
    case NO_ROOT:
        return 1 / (variance + eps);
    case MULTIPLIED:
        return sqrt(variance + eps);
    default:
        return 1 / sqrt(variance + eps);
    }
}

/* (x - m) rstd gamma + beta, m and v a number for each channel. */
static Tensor *normed(const Tensor *x, const Tensor *m, const Tensor *v, const Tensor *gamma,
                      const Tensor *beta, double eps, Rstd how)
{
    Tensor *y = blank(x->ndim, x->shape);
    for (long b = 0; b < x->shape[0]; b++)
        for (long c = 0; c < x->shape[1]; c++)
            for (long r = 0; r < x->shape[2]; r++)
                for (long s = 0; s < x->shape[3]; s++) {
                    double h =
                        (at(x, AT(b, c, r, s)) - at(m, AT(c))) * rstd_of(at(v, AT(c)), eps, how);
                    *number_of(y, b, c, r, s) = (real)(h * (gamma != NULL ? at(gamma, AT(c)) : 1) +
                                                       (beta != NULL ? at(beta, AT(c)) : 0));
                }
    return y;
}

static void slips_of_rstd(const Tensor *x, const Tensor *m, const Tensor *v, const Tensor *gamma,
                          const Tensor *beta, double eps)
{
    MISTAKE(normed(x, m, v, gamma, beta, eps, EPS_OUTSIDE),
            "eps was added to the root: it stands inside, sqrt(v + eps)");
    MISTAKE(normed(x, m, v, gamma, beta, eps, NO_EPS), "eps is missing: sqrt(v + eps)");
    MISTAKE(normed(x, m, v, gamma, beta, eps, NO_ROOT), "the root is missing: 1 / sqrt(v + eps)");
    MISTAKE(normed(x, m, v, gamma, beta, eps, MULTIPLIED),
            "rstd was handed on as the root itself: it is 1 / sqrt(v + eps)");
}

static Tensor *moved(const Tensor *was, const Tensor *seen, double momentum, double factor)
{
    Tensor *t = copy_of(was);
    for (long c = 0; c < t->shape[0]; c++)
        t->data[c] = (real)((1 - momentum) * at(was, AT(c)) + momentum * factor * at(seen, AT(c)));
    return t;
}

Tensor *normed_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, const Tensor *mean,
                    const Tensor *var, double eps)
{
    Tensor *m = means_of(x, x->shape[0], 1), *v = spreads(x, BIASED);
    MISTAKE(
        normed(x, m, spreads(x, UNBIASED), gamma, beta, eps, EPS_INSIDE),
        "the batch was normalized with v N / (N - 1): that is what is remembered; x is normalized "
        "with v itself");
    if (mean != NULL) {
        MISTAKE(normed(x, mean, var, gamma, beta, eps, EPS_INSIDE),
                "what was remembered was used in training: then m and v are those of the batch");
        double n = numbers(x);
        MISTAKE(
            normed(x, moved(mean, m, 0.25, 1), moved(var, v, 0.25, n / (n - 1)), gamma, beta, eps,
                   EPS_INSIDE),
            "x was normalized with what is remembered now: in training m and v are those of the "
            "batch");
    } else {
        MISTAKE_MESSAGE("pointer that is NULL",
                        "mean and var may be NULL: then nothing is remembered");
    }
    MISTAKE_MESSAGE("a result without a past",
                    "batch_norm_record was not called: it knows the way back");
    slips_of_rstd(x, m, v, gamma, beta, eps);
    return normed(x, m, v, gamma, beta, eps, EPS_INSIDE);
}

static const char *const side_by_side =
    "a view was taken as if its numbers lay side by side: mean->data[c * mean->stride[0]]";

/* Its numbers as they lie in memory, whatever its stride is. */
static Tensor *as_it_lies(const Tensor *t)
{
    Tensor *lies = blank(t->ndim, t->shape);
    memcpy(lies->data, t->data, (size_t)t->shape[0] * sizeof(real));
    return lies;
}

/* What a view with steps of 2 shows, where number c moved towards seen[c] at place c of memory. */
static Tensor *moved_as_it_lies(const Tensor *was, const Tensor *seen, double momentum,
                                double factor)
{
    Tensor *t = copy_of(was);
    for (long c = 0; 2 * c < t->shape[0]; c++)
        t->data[c] =
            (real)((1 - momentum) * at(was, AT(c)) + momentum * factor * at(seen, AT(2 * c)));
    return t;
}

Tensor *normed_in_use_want(const Tensor *x, const Tensor *gamma, const Tensor *beta,
                           const Tensor *mean, const Tensor *var, double eps)
{
    MISTAKE(
        normed(x, means_of(x, x->shape[0], 1), spreads(x, BIASED), gamma, beta, eps, EPS_INSIDE),
        "the batch's own mean and variance were used outside of training: then what is remembered "
        "counts");
    MISTAKE(normed(x, as_it_lies(mean), as_it_lies(var), gamma, beta, eps, EPS_INSIDE),
            side_by_side);
    slips_of_rstd(x, mean, var, gamma, beta, eps);
    return normed(x, mean, var, gamma, beta, eps, EPS_INSIDE);
}

Tensor *remembered_mean_want(const Tensor *x, const Tensor *mean, double momentum)
{
    Tensor *m = means_of(x, x->shape[0], 1);
    MISTAKE(copy_of(mean), "the running mean did not move: in training it moves towards m");
    MISTAKE(moved(mean, m, 1 - momentum, 1), "momentum is the wrong way round: momentum is the "
                                             "share of the new, 1 - momentum of the old");
    MISTAKE(m, "the running mean was replaced by m: it keeps 1 - momentum of what it was");
    MISTAKE(moved(mean, moved(m, m, 0, 1), momentum, numbers(x) / (numbers(x) - 1)),
            "the mean was multiplied by N / (N - 1): that is for the variance");
    MISTAKE(plain_pair(mean, plain_scaled(m, momentum), plus),
            "the old mean kept its full weight: it counts 1 - momentum");
    MISTAKE(moved_as_it_lies(mean, m, momentum, 1), side_by_side);
    return moved(mean, m, momentum, 1);
}

Tensor *remembered_var_want(const Tensor *x, const Tensor *var, double momentum)
{
    Tensor *v = spreads(x, BIASED);
    double n = numbers(x), B = (double)x->shape[0];
    MISTAKE(copy_of(var),
            "the running variance did not move: in training it moves towards v N / (N - 1)");
    MISTAKE(
        moved(var, v, momentum, 1),
        "v was remembered as it is: a batch underrates the spread of all images, so v N / (N - 1)");
    MISTAKE(moved(var, v, momentum, (n - 1) / n), "the factor is upside down: N / (N - 1)");
    MISTAKE(moved(var, v, momentum, B / (B - 1)),
            "N was taken for the batch alone: N is B H W, all numbers of a channel");
    MISTAKE(moved(var, v, 1 - momentum, n / (n - 1)),
            "momentum is the wrong way round: momentum is the share of the new, 1 - momentum of "
            "the old");
    MISTAKE(plain_scaled(v, n / (n - 1)),
            "the running variance was replaced: it keeps 1 - momentum of what it was");
    MISTAKE(moved_as_it_lies(var, v, momentum, n / (n - 1)), side_by_side);
    return moved(var, v, momentum, n / (n - 1));
}

/* The sum of dy (x - m) rstd of each channel, with a variance of 1. */
static Tensor *gradient_of_gamma(const Tensor *x, const Tensor *dy, const Tensor *m, double plus,
                                 double eps)
{
    Tensor *g = blank(SHAPE(x->shape[1]));
    for (long c = 0; c < x->shape[1]; c++) {
        double sum = 0;
        for (long b = 0; b < x->shape[0]; b++)
            for (long r = 0; r < x->shape[2]; r++)
                for (long s = 0; s < x->shape[3]; s++)
                    sum += at(dy, AT(b, c, r, s)) * (at(x, AT(b, c, r, s)) - at(m, AT(c)) - plus) /
                           sqrt(1 + eps);
        g->data[c] = (real)sum;
    }
    return g;
}

Tensor *dgamma_want(const Tensor *x, const Tensor *dy, const Tensor *mean, double eps)
{
    MISTAKE(gradient_of_gamma(x, dy, mean, 1, eps),
            "mean itself was handed on, and has moved since: hand on a copy of it (copy_kernel)");
    return gradient_of_gamma(x, dy, mean, 0, eps);
}

Tensor *kept_want(const Tensor *remembered, const Tensor *by_training)
{
    MISTAKE(copy_of(by_training),
            "what is remembered moved outside of training: a model in use does not "
            "change");
    return copy_of(remembered);
}

Tensor *moved_mean(const Tensor *x, const Tensor *mean, double momentum)
{
    return moved(mean, means_of(x, x->shape[0], 1), momentum, 1);
}

Tensor *moved_var(const Tensor *x, const Tensor *var, double momentum)
{
    return moved(var, spreads(x, BIASED), momentum, numbers(x) / (numbers(x) - 1));
}
