/* conv2d_check.c - what a caller of a convolution can do wrong. */
#include "images_parts.h"

void expect_shape(const char *operation, const char *name, const Tensor *t, int ndim,
                  const long *shape)
{
    bool same = t->ndim == ndim;
    for (int i = 0; same && i < ndim; i++)
        same = t->shape[i] == shape[i];
    Tensor wanted = {.ndim = ndim};
    for (int i = 0; i < ndim; i++)
        wanted.shape[i] = shape[i];
    if (!same)
        fail("%s: %s has shape %s, expected %s", operation, name, tensor_shape_text(t),
             tensor_shape_text(&wanted));
}

Window columns_check(const char *operation, const Tensor *columns, const Tensor *x, Window w,
                     long out[2])
{
    w = window_filled(operation, w, (long[]){1, 1});
    window_shape(operation, x, &w, out);
    expect_shape(operation, "columns", columns,
                 SHAPE(x->shape[0], x->shape[1] * w.kernel[0] * w.kernel[1], out[0] * out[1]));
    if (!tensor_is_contiguous(columns))
        fail("%s: columns %s are not contiguous. hint: tensor_contiguous", operation,
             tensor_shape_text(columns));
    return w;
}

static void check_groups(const char *operation, const Tensor *x, const Tensor *weight, long groups)
{
    long in = x->shape[1], out = weight->shape[0];
    if (groups < 1 || in % groups != 0 || out % groups != 0)
        fail("%s: groups is %ld, but x has %ld channels and the weight makes %ld: expected a "
             "number that "
             "divides both",
             operation, groups, in, out);
    if (weight->shape[1] != in / groups)
        fail("%s: the weight has shape %s, for %ld input channels; x %s has %ld in each of %ld "
             "group%s. "
             "expected (%ld, %ld, %ld, %ld)",
             operation, tensor_shape_text(weight), weight->shape[1], tensor_shape_text(x),
             in / groups, groups, groups == 1 ? "" : "s", out, in / groups, weight->shape[2],
             weight->shape[3]);
}

Window conv2d_shape(const char *operation, const Tensor *x, const Tensor *weight,
                    const Tensor *bias, Window w, long groups, long shape[4])
{
    if (x->ndim != 4)
        fail(
            "%s: x has shape %s, expected images (B, C, H, W). hint: tensor_unsqueeze adds an axis",
            operation, tensor_shape_text(x));
    if (weight->ndim != 4)
        fail("%s: the weight has shape %s, expected (Cout, Cin / groups, KH, KW)", operation,
             tensor_shape_text(weight));
    check_groups(operation, x, weight, groups);
    if (bias != NULL && (bias->ndim != 1 || bias->shape[0] != weight->shape[0]))
        fail("%s: the bias has shape %s, expected (%ld,) for a weight of shape %s", operation,
             tensor_shape_text(bias), weight->shape[0], tensor_shape_text(weight));
    for (int i = 0; i < 2; i++) {
        if (w.kernel[i] != 0 && w.kernel[i] != weight->shape[2 + i])
            fail("%s: the window's kernel is {%ld, %ld}, the weight's is %ld by %ld. hint: leave "
                 "the "
                 "window's out",
                 operation, w.kernel[0], w.kernel[1], weight->shape[2], weight->shape[3]);
        w.kernel[i] = weight->shape[2 + i];
    }
    w = window_filled(operation, w, (long[]){1, 1});
    window_shape(operation, x, &w, shape + 2);
    shape[0] = x->shape[0];
    shape[1] = weight->shape[0];
    return w;
}

Window conv2d_check(const char *operation, const Tensor *y, const Tensor *x, const Tensor *weight,
                    const Tensor *bias, Window w, long groups)
{
    long shape[4];
    w = conv2d_shape(operation, x, weight, bias, w, groups, shape);
    expect_shape(operation, "y", y, 4, shape);
    return w;
}
