/* max_pool_backward.c - the gradient of a window goes to where its largest number stood, and
 * nowhere else.
 *
 * Windows may overlap: then one number won several times, and its gradients add up.
 */
#include "images_parts.h"

void max_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, const IntTensor *index)
{
    pool_check_index("max_pool2d_backward_kernel", index, dy);
    const int *place = index->data;
    for (long b = 0; b < dy->shape[0]; b++)
        for (long c = 0; c < dy->shape[1]; c++)
            for (long r = 0; r < dy->shape[2]; r++)
                for (long s = 0; s < dy->shape[3]; s++, place++) {
                    if (*place < 0)
                        continue;
                    long row = *place / dx->shape[3], column = *place % dx->shape[3];
                    dx->data[b * dx->stride[0] + c * dx->stride[1] + row * dx->stride[2] +
                             column * dx->stride[3]] += tensor_get(dy, AT(b, c, r, s));
                }
}
