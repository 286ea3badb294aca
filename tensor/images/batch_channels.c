/* batch_channels.c - a batch as its channels, and what a caller of batch normalization can do
 * wrong. */
#include "contiguous.h"
#include "images_parts.h"

BatchChannels batch_channels(const char *operation, const Tensor *x, const Tensor *numbers[4])
{
    if (x->ndim != 4)
        fail("%s: x has shape %s, expected images (B, C, H, W)", operation, tensor_shape_text(x));
    static const char *const name[4] = {"mean", "var, rstd or sum", "gamma", "beta"};
    for (int i = 0; i < 4; i++)
        if (numbers[i] != NULL) {
            expect_shape(operation, name[i], numbers[i], SHAPE(x->shape[1]));
            if (i < 2 && !tensor_is_contiguous(numbers[i]))
                fail("%s: %s is not contiguous. hint: tensor_contiguous", operation, name[i]);
        }
    return (BatchChannels){.images = x->shape[0],
                           .channels = x->shape[1],
                           .area = x->shape[2] * x->shape[3],
                           .x = contiguous_input(x)->data};
}
