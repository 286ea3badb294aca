/* max_pool.c - the largest number under each window, and where it stands: its gradient will go there.
 *
 * "Is there an edge somewhere in this corner?" needs no exact place, and a picture a quarter as large is a quarter of
 * the work for what follows.
 */
#include <math.h>
#include "images_parts.h"
#include "todo.h"

/* ---- 09.7 ------------------------------------------------------------------------------------ */

void max_pool2d_kernel(Tensor *out, IntTensor *index, const Tensor *x, Window w)
{
    w = pool_check("max_pool2d_kernel", x, out, w);    /* given: zeros in w filled in */
    pool_check_index("max_pool2d_kernel", index, out); /* given */

    /* TODO: the largest number under each window, and its place in the plane, row * W + column.
     *
     * CONTRACT  any kernel, stride, padding, dilation. Padding is no number and never wins. Of
     *           equals the first, row by row. NaN wins over every number, the first NaN stays. A
     *           window without any number: -infinity and place -1. x and out may be views.
     * EXAMPLE   x = [[-1, -2], [-3, -4]], kernel 2x2, stride 2, padding 1: out is x, index [[0, 1], [2, 3]]
     *           a window over -infinity alone: -infinity, and *its* place
     * HOLDS     where index is not -1, x at index is out. x + 10 gives out + 10 and the same
     *           index. Kernel 1, stride 1: out is x.
     * YOU HAVE  tensor_get, tensor_set; index lies in the order b, c, r, s
     * THINK     what is "the best so far" before you have seen a number? Is there any number
     *           that cannot be wrong there? Which comparisons may meet a NaN? */
    todo("09.7 max_pool2d_kernel");
}
