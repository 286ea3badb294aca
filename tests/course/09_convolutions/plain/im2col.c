/* im2col.c - each window of an image written out as a column. */
#include "images_parts.h"

static real pixel_or_0(const Tensor *x, long b, long c, long row, long column)
{
    long H = x->shape[2], W = x->shape[3];
    if (row < 0 || row >= H || column < 0 || column >= W)
        return 0;
    return tensor_get(x, AT(b, c, row, column));
}

void im2col_kernel(Tensor *columns, const Tensor *x, Window w)
{
    long out[2];
    w = columns_check("im2col_kernel", columns, x, w, out);

    long B = x->shape[0], C = x->shape[1];
    long KH = w.kernel[0], KW = w.kernel[1];
    long Ho = out[0], Wo = out[1];
    for (long b = 0; b < B; b++)
        for (long c = 0; c < C; c++)
            for (long i = 0; i < KH; i++)
                for (long j = 0; j < KW; j++)
                    for (long r = 0; r < Ho; r++)
                        for (long s = 0; s < Wo; s++) {
                            long row = r * w.stride[0] + i * w.dilation[0] - w.padding[0];
                            long column = s * w.stride[1] + j * w.dilation[1] - w.padding[1];
                            long line = (c * KH + i) * KW + j;
                            long place = r * Wo + s;
                            tensor_set(columns, AT(b, line, place),
                                       pixel_or_0(x, b, c, row, column));
                        }
}
