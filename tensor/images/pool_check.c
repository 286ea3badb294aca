/* pool_check.c - what a caller of a pool can do wrong. */
#include "images_parts.h"

Window pool_shape(const char *operation, const Tensor *x, Window w, long out[2])
{
    w = window_filled(operation, w, w.kernel);
    for (int i = 0; i < 2; i++)
        if (2 * w.padding[i] > w.dilation[i] * (w.kernel[i] - 1) + 1)
            fail("%s: padding is {%ld, %ld}, expected at most half of the kernel {%ld, %ld}: there "
                 "would be "
                 "windows with nothing in them",
                 operation, w.padding[0], w.padding[1], w.kernel[0], w.kernel[1]);
    window_shape(operation, x, &w, out);
    if (x->shape[2] * x->shape[3] > INT_MAX)
        fail("%s: x %s has planes of more than %d numbers", operation, tensor_shape_text(x),
             INT_MAX);
    return w;
}

Window pool_check(const char *operation, const Tensor *x, const Tensor *out, Window w)
{
    long size[2];
    w = pool_shape(operation, x, w, size);
    expect_shape(operation, "out", out, SHAPE(x->shape[0], x->shape[1], size[0], size[1]));
    return w;
}

void pool_check_index(const char *operation, const IntTensor *index, const Tensor *out)
{
    if (int_tensor_numel(index) != tensor_numel(out))
        fail("%s: index has %ld numbers, expected %ld, as many as %s", operation,
             int_tensor_numel(index), tensor_numel(out), tensor_shape_text(out));
}

PoolPlanes pool_planes(const char *operation, const Tensor *x, const Tensor *out, Window w)
{
    return (PoolPlanes){.w = pool_check(operation, x, out, w),
                        .x = x->data,
                        .y = out->data,
                        .size = {x->shape[2], x->shape[3]},
                        .out = {out->shape[2], out->shape[3]}};
}
