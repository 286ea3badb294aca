/* dot_int8.c - products of codes, added up in 32 bits. */
#include "int8.h"

int32_t dot_int8(const int8_t *a, const int8_t *b, long n)
{
    int32_t sum = 0;
    for (long i = 0; i < n; i++) {
        int32_t product = a[i] * b[i];
        sum = sum + product;
    }
    return sum;
}
