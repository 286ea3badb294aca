/* conv2d_direct.c - a convolution as its definition says it.
 *
 *     y[b][o][r][s] = bias[o] + sum over c, i, j of weight[o][c][i][j] x[b][c'][r stride + i dilation - padding][...]
 *
 * Output o belongs to group o / (Cout / groups), and c' counts from that group's first input channel.
 */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.4 ------------------------------------------------------------------------------------ */

void conv2d_direct(Tensor *out, const Tensor *x, const Tensor *weight, const Tensor *bias, Window w,
                   long groups)
{
    w = conv2d_check("conv2d_direct", out, x, weight, bias, w,
                     groups); /* given: zeros in w filled in */

    /* TODO: every number of out (B, Cout, Ho, Wo), as the formula above says it.
     *
     * APPROACH
     *   1. Four loops over the result, b, o, r, s; inside of them three over the window, with a sum that starts at 0:
     *          for (long c = 0; c < weight->shape[1]; c++)
     *          for (long i = 0; i < w->kernel[0]; i++)              (in a function that is handed &w)
     *          for (long j = 0; j < w->kernel[1]; j++) {
     *   2. c goes over the channels of the WEIGHT, weight->shape[1] = Cin / groups. In x that is channel
     *      first + c. Cout / groups outputs share a group, so output o is in group o / (Cout / groups), whose
     *      first input channel is that number times Cin / groups.
     *   3. The kernel is not flipped: i and j run the same way in the weight and in the image.
     *   4. In the padding x is 0, so those terms are left out.
     *   5. bias may be NULL. It is added once for each number of out.
     *
     * EXAMPLE
     *   x = [[1, 2, 3], [4, 5, 6]], weight = [[1, 0], [0, 10]], bias = [100]:
     *   out = [[1 * 1 + 5 * 10 + 100, 2 * 1 + 6 * 10 + 100]] = [[151, 162]]
     *   groups: x with 4 channels, weight (6, 2, KH, KW), groups 2: outputs 0 to 2 see channels 0 and 1,
     *   outputs 3 to 5 see channels 2 and 3
     *
     * HINT: tensor_get and tensor_set take AT(b, o, r, s), and know the strides of views. A static function for
     * the sum of one window keeps this one short. */
    todo("09.4 conv2d_direct");
}
