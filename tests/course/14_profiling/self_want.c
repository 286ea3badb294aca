/* self_want.c - own times. */
#include "want.h"

Tensor *self_want(const Span *spans, long n)
{
    double self[MOST] = {0};
    for (long i = 0; i < n; i++) {
        double length = spans[i].end - spans[i].begin;
        self[i] += length;
        if (spans[i].parent >= 0)
            self[spans[i].parent] -= length;
    }
    return tensor_of(self, n);
}
