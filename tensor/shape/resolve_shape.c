/* resolve_shape.c - the shape that a reshape asks for, with a -1 worked out.
 *
 * Invariant: the shape holds just as many elements as there are, whatever sizes are asked for.
 */
#include "view.h"

EXERCISE
void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape)
{
    reshape_check(ndim, wished);
    long known = 1, numel = tensor_numel(a);
    int unknown = -1;
    for (int d = 0; d < ndim; d++) {
        shape[d] = wished[d];
        if (wished[d] == -1)
            unknown = d;
        else
            known = product_up_to(numel, known, wished[d]);
    }
    if (unknown >= 0) {
        if (known == 0 || numel % known != 0)
            reshape_does_not_fill(a, ndim, wished);
        shape[unknown] = numel / known;
    } else if (known != numel) {
        reshape_does_not_fill(a, ndim, wished);
    }
}
