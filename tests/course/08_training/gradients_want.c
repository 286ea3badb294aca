/* gradients_want.c - the gradient and the loss of micro-batches. */
#include "want.h"

/* The gradient after n micro-batches: of the mean over all targets that count; and that mean. */
static Tensor *gather(const Tensor *w, const Tensor *x, long n, double *loss)
{
    long D = w->shape[0];
    double at[D_MOST], g[D_MOST] = {0}, total = 0;
    for (long d = 0; d < D; d++)
        at[d] = (double)w->data[d];
    for (long i = 0; i < n; i++)
        total += (double)plain_rows(x, i, IGNORED);
    *loss = 0;
    for (long i = 0; i < n && total > 0; i++) {
        double weight = (double)plain_rows(x, i, IGNORED) / total;
        *loss += weight * plain_batch(at, x, i, weight, g);
    }
    Tensor *out = blank(SHAPE(D));
    for (long d = 0; d < D; d++)
        out->data[d] = (real)g[d];
    return out;
}

Tensor *gradients_want(const Tensor *w, const Tensor *x, long n)
{
    double loss;
    return gather(w, x, n > 1 ? n : 1, &loss);
}

double mean_of_losses_want(const Tensor *w, const Tensor *x, long n)
{
    double loss;
    gather(w, x, n, &loss);
    return loss;
}
