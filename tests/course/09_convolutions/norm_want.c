/* norm_want.c - channels brought to mean 0 and variance 1. */
#include "want.h"

static double numbers(const Tensor *x)
{
    return (double)(x->shape[0] * x->shape[2] * x->shape[3]);
}

/* The mean of (x - from)^power over all images and places of a channel; from NULL: 0. */
static Tensor *moments(const Tensor *x, const Tensor *from, int power)
{
    Tensor *m = blank(SHAPE(x->shape[1]));
    for (long c = 0; c < x->shape[1]; c++) {
        double sum = 0;
        for (long b = 0; b < x->shape[0]; b++)
            for (long r = 0; r < x->shape[2]; r++)
                for (long s = 0; s < x->shape[3]; s++)
                    sum += pow(at(x, AT(b, c, r, s)) - (from ? at(from, AT(c)) : 0), power);
        m->data[c] = (real)(sum / numbers(x));
    }
    return m;
}

Tensor *means_want(const Tensor *x)
{
    return moments(x, NULL, 1);
}

Tensor *variances_want(const Tensor *x)
{
    return moments(x, means_want(x), 2);
}

double reads_want(const Tensor *x)
{
    return (double)plain_numel(x);
}

double quarter_of_a_channel_want(const Tensor *x)
{
    return (double)(plain_numel(x) / x->shape[1] / 4) * (double)sizeof(real);
}

/* (x - m) / sqrt(v + eps) gamma + beta, m and v a number for each channel. */
Tensor *normed_in_use_want(const Tensor *x, const Tensor *gamma, const Tensor *beta,
                           const Tensor *mean, const Tensor *var, double eps)
{
    Tensor *y = blank(x->ndim, x->shape);
    long k[4] = BEFORE_FIRST;
    while (plain_next(k, y)) {
        long c = k[1];
        double h = (at(x, 4, k) - at(mean, AT(c))) / sqrt(at(var, AT(c)) + eps);
        *number_of(y, k[0], c, k[2], k[3]) =
            (real)(h * (gamma ? at(gamma, AT(c)) : 1) + (beta ? at(beta, AT(c)) : 0));
    }
    return y;
}

Tensor *normed_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, double eps)
{
    return normed_in_use_want(x, gamma, beta, means_want(x), variances_want(x), eps);
}

static Tensor *moved(const Tensor *was, const Tensor *seen, double momentum, double factor)
{
    Tensor *t = copy_of(was);
    for (long c = 0; c < t->shape[0]; c++)
        t->data[c] = (real)((1 - momentum) * at(was, AT(c)) + momentum * factor * at(seen, AT(c)));
    return t;
}

Tensor *remembered_mean_want(const Tensor *x, const Tensor *mean, double momentum)
{
    return moved(mean, means_want(x), momentum, 1);
}

Tensor *remembered_var_want(const Tensor *x, const Tensor *var, double momentum)
{
    return moved(var, variances_want(x), momentum, numbers(x) / (numbers(x) - 1));
}

/* The sum of dy (x - m) / sqrt(1 + eps) of each channel: the variance is 1. */
Tensor *dgamma_want(const Tensor *x, const Tensor *dy, const Tensor *mean, double eps)
{
    Tensor *g = blank(SHAPE(x->shape[1]));
    long k[4] = BEFORE_FIRST;
    while (plain_next(k, x))
        g->data[k[1]] += (real)(at(dy, 4, k) * (at(x, 4, k) - at(mean, AT(k[1]))) / sqrt(1 + eps));
    return g;
}
