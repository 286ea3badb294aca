/* reshape_check.c - shapes that no reshape can give. */
#include "view.h"

void reshape_check(int ndim, const long *wished)
{
    int unknown = 0;
    if (ndim > TENSOR_MAX_AXES)
        fail("tensor_reshape: %d axes; a tensor has 0 to %d", ndim, TENSOR_MAX_AXES);
    for (int d = 0; d < ndim; d++) {
        if (wished[d] < -1)
            fail("tensor_reshape: axis %d of %s is negative", d, shape_text(ndim, wished));
        unknown += wished[d] == -1;
    }
    if (unknown > 1)
        fail("tensor_reshape: more than one -1 in %s", shape_text(ndim, wished));
}

void reshape_does_not_fill(const Tensor *a, int ndim, const long *wished)
{
    fail("tensor_reshape: cannot reshape %s to %s: %ld elements do not fill it",
         tensor_shape_text(a), shape_text(ndim, wished), tensor_numel(a));
}

/* a * b, or most + 1 where it is larger than most: a product of sizes must not overflow. */
long product_up_to(long most, long a, long b)
{
    return b != 0 && a > most / b ? most + 1 : a * b;
}
