/* half_softmax_want.c - what is right in 12.8: the whole row at once. */
#include "want.h"

double largest_want(const Tensor *scores)
{
    double largest = -INFINITY;
    for (long j = 0; j < scores->shape[0]; j++)
        largest = fmax(largest, (double)scores->data[j]);
    return largest;
}

double sum_want(const Tensor *scores)
{
    double sum = 0;
    for (long j = 0; j < scores->shape[0]; j++)
        sum += exp((double)scores->data[j] - largest_want(scores));
    return sum;
}

Tensor *taken_want(const Tensor *scores, const Tensor *v)
{
    long D = v->shape[1];
    Tensor *taken = blank(SHAPE(D));
    for (long d = 0; d < D; d++) {
        double sum = 0;
        for (long j = 0; j < scores->shape[0]; j++)
            sum += exp((double)scores->data[j] - largest_want(scores)) * (double)v->data[j * D + d];
        taken->data[d] = (real)sum;
    }
    return taken;
}
