/* conv2d_product.c - the tensors of a convolution, seen as matrices. Nothing is computed here. */
#include "contiguous.h"
#include "image_parts.h"

/* t, seen with other axes; it is contiguous. */
static Tensor seen_as(const Tensor *t, int ndim, const long *shape)
{
    Tensor view;
    reshape_view(&view, t, ndim, shape);
    return view;
}

Conv2dProduct conv2d_product(const Tensor *x, const Tensor *weight, const Tensor *bias,
                             const Tensor *y, long groups)
{
    long B = x->shape[0], G = groups, O = y->shape[1] / groups, P = y->shape[2] * y->shape[3];
    long K = weight->shape[1] * weight->shape[2] * weight->shape[3];
    Conv2dProduct p = {.columns = tensor_new(SHAPE(B, G * K, P))};
    p.by_group = seen_as(p.columns, SHAPE(B, G, K, P));
    p.weight = seen_as(contiguous_input(weight), SHAPE(G, O, K));
    p.y = seen_as(contiguous_input(y), SHAPE(B, G, O, P));
    if (bias != NULL)
        p.bias = seen_as(contiguous_input(bias), SHAPE(G, O, 1));
    return p;
}

Tensor last_two_swapped(const Tensor *t)
{
    Tensor view;
    transpose_view(&view, t, -2, -1);
    return view;
}
