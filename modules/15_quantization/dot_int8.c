/* dot_int8.c - a sum of products of codes, in whole numbers.
 *
 * A product of two codes takes 15 bits, so neither 8 nor 16 are enough for a sum of them; 32 are, for 133,144 of
 * the largest. Compilers make vectors of this loop: nothing in it depends on the order, since whole numbers, unlike
 * floats, do not round.
 */
#include "int8.h"
#include "todo.h"

/* ---- 15.5 ---------------------------------------------------------------------------------------- */

int32_t dot_int8(const int8_t *a, const int8_t *b, long n)
{
    /* TODO: a[0] b[0] + ... + a[n-1] b[n-1], exactly.
     *
     * EXAMPLE
     *   100, -50 times 100, 100: 10,000 - 5,000 = 5,000, which no int8_t holds
     *
     * HINT: which type does the sum have? C multiplies two int8_t as two int. */
    todo("15.5 dot_int8");
}
