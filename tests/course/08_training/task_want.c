/* task_want.c - the loss of the task, and its gradient, in plain loops. */
#include "want.h"

long plain_rows(const Tensor *x, long i, int mark)
{
    long B = x->shape[1], D = x->shape[2];
    return rows_below(x->data + i * B * D, B, D, mark);
}

double plain_batch(const double *w, const Tensor *x, long i, double factor, double *g)
{
    long B = x->shape[1], D = x->shape[2], counted = plain_rows(x, i, IGNORED);
    double sum = 0;
    for (long b = 0; b < B; b++)
        for (long d = 0; d < D && x->data[(i * B + b) * D] < IGNORED; d++) {
            double gap = w[d] - (double)x->data[(i * B + b) * D + d];
            sum += gap * gap;
            g[d] += factor * 2 * gap / (double)(counted * D);
        }
    return counted > 0 ? sum / (double)(counted * D) : 0;
}
