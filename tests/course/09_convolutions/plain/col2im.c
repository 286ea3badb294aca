/* col2im.c - every number of a column goes back to the pixel it was read from. */
#include "images_parts.h"

void col2im_kernel(Tensor *dx, const Tensor *columns, Window w)
{
    long out[2];
    w = columns_check("col2im_kernel", columns, dx, w, out);

    long B = dx->shape[0], C = dx->shape[1], H = dx->shape[2], W = dx->shape[3];
    long KH = w.kernel[0], KW = w.kernel[1];
    for (long b = 0; b < B; b++)
        for (long c = 0; c < C; c++)
            for (long i = 0; i < KH; i++)
                for (long j = 0; j < KW; j++)
                    for (long r = 0; r < out[0]; r++)
                        for (long s = 0; s < out[1]; s++) {
                            long row = r * w.stride[0] + i * w.dilation[0] - w.padding[0];
                            long column = s * w.stride[1] + j * w.dilation[1] - w.padding[1];
                            if (row < 0 || row >= H || column < 0 || column >= W)
                                continue;
                            long line = (c * KH + i) * KW + j;
                            real number = tensor_get(columns, AT(b, line, r * out[1] + s));
                            real before = tensor_get(dx, AT(b, c, row, column));
                            tensor_set(dx, AT(b, c, row, column), before + number);
                        }
}
