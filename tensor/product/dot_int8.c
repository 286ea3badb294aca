/* dot_int8.c - a sum of products of codes, in whole numbers.
 *
 * A product of two codes takes 15 bits, so neither 8 nor 16 are enough for a sum of them; 32 are,
 * for 133,144 of the largest. Compilers make vectors of this loop: nothing in it depends on the
 * order, since whole numbers, unlike floats, do not round.
 */
#include "int8.h"

EXERCISE
int32_t dot_int8(const int8_t *a, const int8_t *b, long n)
{
    int32_t sum = 0;
    for (long i = 0; i < n; i++)
        sum += (int32_t)a[i] * (int32_t)b[i];
    return sum;
}
