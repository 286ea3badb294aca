/* im2col.c - each window of an image written out as a column, so that a convolution becomes a
 * product.
 *
 * The column of a window holds its C KH KW numbers in the order of a weight (C, KH, KW).
 */
#include "images_parts.h"

/* The number at row r and column s of a plane; the padding around it is 0. */
static real padded(const Tensor *x, const real *plane, long r, long s)
{
    if (r < 0 || r >= x->shape[2] || s < 0 || s >= x->shape[3])
        return 0;
    return plane[r * x->stride[2] + s * x->stride[3]];
}

EXERCISE
void im2col_kernel(Tensor *columns, const Tensor *x, Window w)
{
    long out[2];
    w = columns_check("im2col_kernel", columns, x, w, out);
    real *to = columns->data;
    for (long b = 0; b < x->shape[0]; b++)
        for (long c = 0; c < x->shape[1]; c++)
            for (long i = 0; i < w.kernel[0]; i++)
                for (long j = 0; j < w.kernel[1]; j++)
                    for (long r = 0; r < out[0]; r++)
                        for (long s = 0; s < out[1]; s++)
                            *to++ = padded(x, x->data + b * x->stride[0] + c * x->stride[1],
                                           r * w.stride[0] + i * w.dilation[0] - w.padding[0],
                                           s * w.stride[1] + j * w.dilation[1] - w.padding[1]);
}
