/* graph_numbers.c - the numbers of a tensor at a glance, whatever its strides. */
#include "graph.h"
#include <math.h>

double graph_element(const Tensor *t, long i)
{
    long offset = 0;
    for (int d = t->ndim - 1; d >= 0; i /= t->shape[d--])
        offset += i % t->shape[d] * t->stride[d];
    return (double)t->data[offset];
}

GraphNumbers graph_numbers(const Tensor *t)
{
    GraphNumbers numbers = {.n = tensor_numel(t), .low = INFINITY, .high = -INFINITY};
    for (long i = 0; i < numbers.n; i++) {
        double x = numbers.last = graph_element(t, i);
        if (!isfinite(x)) {
            numbers.strange++;
            continue;
        }
        numbers.low = fmin(numbers.low, x);
        numbers.high = fmax(numbers.high, x);
        numbers.sum += x;
        numbers.squares += x * x;
    }
    if (numbers.strange == numbers.n)
        numbers.low = numbers.high = 0;
    return numbers;
}
