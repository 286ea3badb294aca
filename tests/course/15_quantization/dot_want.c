/* dot_want.c - a sum of products in 64 bits. */
#include "want.h"

long dot_want(const int8_t *a, const int8_t *b, long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += (long)a[i] * b[i];
    return sum;
}
