/* distill_want.c - soft losses in plain loops. */
#include "want.h"

static void softmax_row(const Tensor *x, long row, double T, double *p)
{
    long V = x->shape[x->ndim - 1];
    double largest = -INFINITY, sum = 0;
    for (long j = 0; j < V; j++)
        largest = fmax(largest, (double)x->data[row * V + j] / T);
    for (long j = 0; j < V; j++)
        sum += p[j] = exp((double)x->data[row * V + j] / T - largest);
    for (long j = 0; j < V; j++)
        p[j] /= sum;
}

static long rows_of(const Tensor *x)
{
    return tensor_numel(x) / x->shape[x->ndim - 1];
}

/* ---- 16.6 ----------------------------------------------------------------------------------------------- */

double soft_want(const Tensor *s, const Tensor *t, double T)
{
    double sum = 0, p[16], q[16];
    for (long r = 0; r < rows_of(s); r++) {
        softmax_row(t, r, T, p);
        softmax_row(s, r, T, q);
        for (long j = 0; j < s->shape[s->ndim - 1]; j++)
            sum += p[j] > 0 ? p[j] * log(p[j] / q[j]) : 0;
    }
    return T * T * sum / (double)rows_of(s);
}

Tensor *soft_gradient_want(const Tensor *s, const Tensor *t, double T)
{
    Tensor *g = blank(s->ndim, s->shape);
    long V = s->shape[s->ndim - 1], rows = rows_of(s);
    double p[16], q[16];
    for (long r = 0; r < rows; r++) {
        softmax_row(t, r, T, p);
        softmax_row(s, r, T, q);
        for (long j = 0; j < V; j++)
            g->data[r * V + j] = (real)(T * (q[j] - p[j]) / (double)rows);
    }
    return g;
}
