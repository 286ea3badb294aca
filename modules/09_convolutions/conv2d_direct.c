/* conv2d_direct.c - a convolution as its definition says it.
 *
 *     y[b][o][r][s] = bias[o] + sum over c, i, j of weight[o][c][i][j] u
 *
 * u is the number of x under row i and column j of the kernel when the window stands at (r, s), of channel c of those
 * that the group of o sees. Outputs and channels are cut into groups in equal parts, in order.
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
     * CONTRACT  the definition, slow and right, for any window and groups; weight (Cout, Cin /
     *           groups, KH, KW). The kernel is not flipped. x is 0 in the padding. bias may be
     *           NULL. Any of them may be a view.
     * EXAMPLE   x = [[1, 2, 3], [4, 5, 6]], weight = [[1, 0], [0, 10]], bias = [100]:
     *           out = [[1 * 1 + 5 * 10 + 100, 2 * 1 + 6 * 10 + 100]] = [[151, 162]]
     *           groups: x with 4 channels, weight (6, 2, KH, KW), groups 2: outputs 0 to 2 see channels 0 and 1,
     *           outputs 3 to 5 see channels 2 and 3
     * HOLDS     a bias of 1 more gives 1 more everywhere in its channel. Two weights added: the
     *           two results, added (less one bias).
     * YOU HAVE  tensor_get and tensor_set with AT(b, o, r, s), which know the strides of views
     * THINK     which of b, o, r, s, c, i, j say whose sum it is, and over which does it go? In the
     *           second part of the example, which channels does output 4 see, and how does it
     *           follow from 6, 2 and groups? */
    todo("09.4 conv2d_direct");
}
