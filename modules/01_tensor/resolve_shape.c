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
     * CONTRACT  the result has exactly as many elements as a. Where no shape, or more than one,
     *           would do it is refused. Sizes may be so large that their product overflows.
     * EXAMPLE   24 elements, wished (2, -1, 4)   ->   (2, 3, 4)
     * HOLDS     without a -1 shape is wished.
     * YOU HAVE  reshape_does_not_fill(a, ndim, wished) refuses, and does not return;
     *           tensor_numel(a); product_up_to(numel, known, size): known times size, and
     *           nobody's sizes make it overflow
     * THINK     is the -1 a factor of the product? What happens in C, if you divide by 0? */
    todo("01.7 resolve_shape");
}
