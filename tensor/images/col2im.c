/* col2im.c - the transpose of im2col: every number of a column goes back to the pixel it was read
 * from.
 *
 * Windows overlap, so a pixel was read several times: what comes back is added up. What was read in
 * the padding has no pixel, and is dropped.
 */
#include "images_parts.h"

static void add_padded(const Tensor *x, real *plane, long r, long s, real share)
{
    if (r >= 0 && r < x->shape[2] && s >= 0 && s < x->shape[3])
        plane[r * x->stride[2] + s * x->stride[3]] += share;
}

EXERCISE
void col2im_kernel(Tensor *dx, const Tensor *columns, Window w)
{
    long out[2];
    w = columns_check("col2im_kernel", columns, dx, w, out);
    const real *from = columns->data;
    for (long b = 0; b < dx->shape[0]; b++)
        for (long c = 0; c < dx->shape[1]; c++)
            for (long i = 0; i < w.kernel[0]; i++)
                for (long j = 0; j < w.kernel[1]; j++)
                    for (long r = 0; r < out[0]; r++)
                        for (long s = 0; s < out[1]; s++)
                            add_padded(dx, dx->data + b * dx->stride[0] + c * dx->stride[1],
                                       r * w.stride[0] + i * w.dilation[0] - w.padding[0],
                                       s * w.stride[1] + j * w.dilation[1] - w.padding[1], *from++);
}
