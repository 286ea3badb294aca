/* schedule_want.c - rates and progress in plain formulas. */
#include "want.h"

static const double pi = 3.14159265358979323846;

static double warm_up(long step, long warmup, double lr)
{
    return lr * (double)(step + 1) / (double)warmup;
}

static double progress(long step, long total, long warmup)
{
    return step >= total ? 1 : (double)(step - warmup) / (double)(total - warmup);
}

Tensor *warm_up_want(long warmup, double lr)
{
    Tensor *rates = blank(SHAPE(warmup));
    for (long i = 0; i < warmup; i++)
        rates->data[i] = (real)warm_up(i, warmup, lr);
    return rates;
}

Tensor *progress_want(long first, long n, long total, long warmup)
{
    Tensor *shares = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        shares->data[i] = (real)progress(first + i, total, warmup);
    return shares;
}

Tensor *cosine_want(long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = blank(SHAPE(n));
    for (long i = 0; i < n; i++) {
        double share = (1 + cos(pi * progress(i, total, warmup))) / 2;
        rates->data[i] =
            (real)(i < warmup ? warm_up(i, warmup, lr) : lr_min + (lr - lr_min) * share);
    }
    return rates;
}
