/* max_pool_backward.c - the gradient of a window goes to where its largest number stood. */
#include "images_parts.h"

void max_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, const IntTensor *index)
{
    pool_check_index("max_pool2d_backward_kernel", index, dy);

    long C = dy->shape[1], Ho = dy->shape[2], Wo = dy->shape[3];
    long W = dx->shape[3];
    for (long b = 0; b < dy->shape[0]; b++) {
        for (long c = 0; c < C; c++) {
            for (long r = 0; r < Ho; r++) {
                for (long s = 0; s < Wo; s++) {
                    int place = index->data[((b * C + c) * Ho + r) * Wo + s];
                    if (place == -1)
                        continue;
                    long row = place / W, column = place % W;
                    real before = tensor_get(dx, AT(b, c, row, column));
                    real share = tensor_get(dy, AT(b, c, r, s));
                    tensor_set(dx, AT(b, c, row, column), before + share);
                }
            }
        }
    }
}
