/* schedule_want.c - rates in a plain formula. */
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
