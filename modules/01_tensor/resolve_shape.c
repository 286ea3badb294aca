/* resolve_shape.c - the shape that a reshape asks for, with a -1 worked out.
 *
 * Invariant: the shape holds just as many elements as there are, whatever sizes are asked for.
 */
#include "view.h"
#include "todo.h"

void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape)
{
    reshape_check(ndim, wished); /* given */

    /* TODO: fill shape with wished, where a -1 becomes the size that makes the elements of a fit.
     *
     * APPROACH
     *   1. Copy wished to shape. On the way multiply the sizes that are known, and remember which axis
     *      has the -1. For the product take  known = product_up_to(numel, known, wished[d])  with
     *      numel = tensor_numel(a): nobody's sizes can make it overflow.
     *   2. With a -1: numel must be a multiple of known, and known not 0; the missing size is
     *      their quotient.
     *   3. Without: known must be numel.
     *   4. Else: reshape_does_not_fill(a, ndim, wished).
     *
     * EXAMPLE
     *   24 elements, wished (2, -1, 4)   ->   (2, 3, 4), since 24 / (2 * 4) = 3
     *   24 elements, wished (5, -1)      ->   reshape_does_not_fill: 24 is no multiple of 5
     *
     * HINT: -1 is not a factor of the product. Test for 0 before you divide. */
    todo("01.7 resolve_shape");
}
