/* init_std.c - where weights start, if many layers follow each other with an activation between. */
#include "layer_parts.h"
#include "todo.h"
#include <math.h>

/* ---- 03.8 ----------------------------------------------------------------------------------- */

double init_std(long in, long out, const Activation *activation)
{
    init_std_check(in, out); /* given: no width below 0 */

    /* TODO: how far weights (in, out) of mean 0 spread at the start, their standard deviation.
     *       How you find it, by paper or by trying, is your decision.
     *
     * CONTRACT  *activation, of those in layers.h, follows each layer x W, which has no bias; NULL:
     *           nothing follows. Of each layer (in, out) you say the spread of W. The size of a row
     *           is the root of its mean square. It is 1 before the first layer; behind the
     *           activation of the first layer, and of the last one, it lies between 1 / f and f.
     *           Without inputs: 0.
     * BUDGET    ten layers of one width, nothing or relu, f = 2: 5 points. Fifty layers, wide and
     *           narrow ones in turn, nothing, relu or tanh, f = 10: 5 more. Twenty such layers with
     *           gelu or silu, f = 6: the last 4.
     * EXAMPLE   a spread of 1 and 9 inputs: size 3 behind one layer, 9 behind two
     * HOLDS     no layer knows how many there are, nor which one it is.
     * YOU HAVE  sqrt; make measure-03 and the notebook, to try a number before you write it here
     * THINK     which of in and out makes a sum large? What is left of the mean square behind
     *           relu, and does it depend on the size of what comes in? Behind gelu, does it? A
     *           size that stays as it is: will a size beside it come nearer, or go away? */
    (void)in, (void)out, (void)activation;
    todo("03.8 init_std");
    return 0;
}
