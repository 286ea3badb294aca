/* argmax.c - where the largest element is: the class a classifier chose, the next token.
 *
 * The answer never depends on luck, and a broken network shows.
 */
#include "combine.h"
#include "todo.h"

/* Position of the first largest of x[0], x[stride], x[2 stride], ... x[(n - 1) stride]. */
long first_largest(long n, const real *x, long stride)
{
    /* TODO: the position (0 .. n - 1) of the largest of x[0], x[stride], x[2 stride], ...; of
     * several equal ones, the first.
     *
     * CONTRACT  NaN ("not a number", which is what 0 / 0 gives) wins over everything, and the
     *           first NaN wins. n is at least 1.
     * EXAMPLE   (3, 7, 7, 1)   ->   1        (3, NaN, 7)   ->   1        (-2, -1)   ->   1
     * HOLDS     a number smaller than all others, put at the end, changes nothing; put in front,
     *           the position is one more. All numbers doubled, if none becomes infinite: the same.
     * THINK     every comparison with NaN is false: what does a plain > make of (3, NaN, 7), and
     *           of (NaN, 3)? Which comparison of x with itself is true for NaN only? */
    todo("01.11 first_largest");
}
