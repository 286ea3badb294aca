/* compress_plan.c - a network in few bytes: which form for which layer? */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.7 ---------------------------------------------------------------------------------------- */

void compress_plan(StoredLayer *stored, long n, Linear *const layer[], Tensor *x, size_t bytes)
{
    compress_plan_check(n, layer, x); /* given: layers chain; x (rows, in) goes into the first */

    /* TODO: n layers with a relu between any two, and none behind the last, in few bytes:
     * stored[0] to stored[n - 1], of which each has a form that you choose.
     *
     * CONTRACT  of a layer either .whole (in, out), or .sparse, the weight turned over (out, in),
     *           or .left (in, r) and .right (r, out); and .bias (out), if the layer has one. What
     *           is not set is NULL. Outputs of a layer may be missing, if the inputs of the next
     *           that they are are missing, too; the first has all its inputs, the last all its
     *           outputs. All that is set takes at most `bytes` together, an eighth of what the
     *           layers take now, or more.
     * BUDGET    bytes that are kept: 2 points. The layers are something simple and a little
     *           noise: an error on other rows of at most 1.5 times that of the simple part alone: 4
     *           more. Also where channels carry nothing: the last 4. An error is |y' - y| / |y|, of
     *           all rows together, where y comes out of the layers as they are given.
     * EXAMPLE   (40, 40) in double: 12800 bytes whole; of rank 3 1920; 100 numbers of it 1364
     * HOLDS     bytes enough for all: no error. A layer's weight and bias twice as large, and the
     *           weight of the next half as large: the network is off by as much as before.
     * YOU HAVE  what you wrote before; stored_bytes of a layer; csr_from, svd_of; linear_forward
     * THINK     what in a weight tells which form suits it, or need you know that at all, if you can
     *           try? Layers differ: which of them should get the next byte? If an output is 0 for
     *           every row, where else are numbers kept for it? */
    (void)stored, (void)bytes;
    todo("16.7 compress_plan");
}
