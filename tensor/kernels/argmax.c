/* argmax.c - where the largest element is: the class a classifier chose, the next token.
 *
 * The first of several equal ones wins, so that the answer never depends on luck. NaN counts as the
 * largest, so that a broken network shows.
 */
#include "combine.h"

/* Position of the first largest of x[0], x[stride], x[2 stride], ... x[(n - 1) stride]. */
EXERCISE
long first_largest(long n, const real *x, long stride)
{
    long best = 0;
    for (long j = 1; j < n && x[best * stride] == x[best * stride]; j++)
        if (x[j * stride] > x[best * stride] || x[j * stride] != x[j * stride])
            best = j;
    return best;
}
