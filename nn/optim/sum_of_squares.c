/* sum_of_squares.c - the length of a gradient, squared. For clip.c. */
#include "optim.h"

double sum_of_squares(const Tensor *t)
{
    const real *x = t->data;
    long n = tensor_numel(t);
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    return sum;
}
