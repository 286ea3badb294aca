/* resolve_shape.c - the shape that a reshape asks for, with a -1 worked out. */
#include "view.h"

void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape)
{
    reshape_check(ndim, wished);

    long numel = tensor_numel(a);
    long known = 1;
    int open = -1; /* the axis with the -1 */
    for (int d = 0; d < ndim; d++) {
        shape[d] = wished[d];
        if (wished[d] == -1)
            open = d;
        else
            known = product_up_to(numel, known, wished[d]);
    }

    if (open == -1) {
        if (known != numel)
            reshape_does_not_fill(a, ndim, wished);
        return;
    }
    if (known == 0 || numel % known != 0)
        reshape_does_not_fill(a, ndim, wished);
    shape[open] = numel / known;
}
