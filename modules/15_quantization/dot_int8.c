/* dot_int8.c - a sum of products of codes, in whole numbers.
 *
 * Whole numbers, unlike floats, do not round, so nothing in this loop depends on the order, and compilers make vectors of it.
 */
#include "int8.h"
#include "todo.h"

/* ---- 15.3 ---------------------------------------------------------------------------------------- */

int32_t dot_int8(const int8_t *a, const int8_t *b, long n)
{
    /* TODO: a[0] b[0] + ... + a[n-1] b[n-1], exactly.
     *
     * CONTRACT  for any codes, n up to 100,000.
     * EXAMPLE   100, -50 times 100, 100: 10,000 - 5,000 = 5,000, which no int8_t holds
     * HOLDS     a and b change places: the same. The order of adding does not matter.
     * THINK     which type has the product of two int8_t in C? How many of 127 * 127 does the
     *           sum hold, in 16 bits, in 32? */
    todo("15.3 dot_int8");
}
