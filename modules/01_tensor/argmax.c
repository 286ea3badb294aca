/* argmax.c - where the largest element is: the class a classifier chose, the next token.
 *
 * The first of several equal ones wins, so that the answer never depends on luck. NaN counts as the
 * largest, so that a broken network shows.
 */
#include "combine.h"
#include "todo.h"

/* Position of the first largest of x[0], x[stride], x[2 stride], ... x[(n - 1) stride]. */
long first_largest(long n, const real *x, long stride)
{
    /* TODO: the position (0 .. n - 1) of the largest element; of several equal ones, the first.
     *
     * APPROACH
     *   1. Start with position 0 as the best so far.
     *   2. Go through the others. An element that is larger than the best becomes the best.
     *   3. NaN wins over everything, and the first NaN wins. A comparison with NaN is always false,
     *      but x != x is true for NaN only: that is how to recognize it.
     *
     * EXAMPLE
     *   (3, 7, 7, 1)   ->   1        (3, NaN, 7)   ->   1        (-2, -1)   ->   1
     *
     * HINT: compare elements, return a position. Element j is x[j * stride]. */
    todo("01.13 first_largest");
}
