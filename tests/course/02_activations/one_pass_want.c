/* one_pass_want.c - 02.8: the largest number is looked for first. */
#include "want.h"

Tensor *stream_want(const Tensor *row, long budget)
{
    double largest = -INFINITY, sum = 0;
    long n = row->shape[0];
    for (long i = 0; i < n; i++)
        largest = fmax(largest, (double)row->data[i]);
    for (long i = 0; i < n && isfinite(largest); i++)
        sum += exp((double)row->data[i] - largest);
    Tensor *t = blank(SHAPE(3));
    t->data[0] = (real)(isfinite(largest) ? largest + log(sum) : largest);
    t->data[1] = (real)n;
    t->data[2] = (real)budget;
    return t;
}

double many_want(long first, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += exp((double)((first + 271 * i) % 997) / 100);
    return log(sum);
}
