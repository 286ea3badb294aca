/* cross_entropy_want.c - probability minus truth. */
#include "want.h"

static double log_sum_exp(const real *x, long V)
{
    double largest = -INFINITY, sum = 0;
    for (long i = 0; i < V; i++)
        largest = fmax(largest, (double)x[i]);
    for (long i = 0; i < V; i++)
        sum += exp((double)x[i] - largest);
    return largest + log(sum);
}

Tensor *cross_entropy_share_want(const Tensor *x, const IntTensor *targets, int ignore,
                                 double smoothing, double dy)
{
    Tensor *dx = blank(x->ndim, x->shape);
    long V = x->shape[x->ndim - 1], rows = shape_numel(x->ndim, x->shape) / V, counted = 0;
    for (long r = 0; r < rows; r++)
        counted += targets->data[r] != ignore;
    for (long r = 0; r < rows; r++) {
        if (targets->data[r] == ignore)
            continue;
        const real *row = x->data + r * V;
        double lse = log_sum_exp(row, V);
        for (long i = 0; i < V; i++) {
            double truth = smoothing / (double)V + (i == targets->data[r] ? 1 - smoothing : 0);
            double d = exp((double)row[i] - lse) - truth;
            dx->data[r * V + i] = (real)(d * dy / (double)counted);
        }
    }
    return dx;
}
