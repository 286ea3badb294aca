/* prune_2_4.c - two of four neighbours stay.
 *
 *     W (in, out)      inputs 0 1 2 3 of output j are one four, 4 5 6 7 the next
 */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.5 ---------------------------------------------------------------------------------------- */

void prune_mask_2_4(Tensor *mask, const Tensor *w)
{
    prune_mask_2_4_check(mask, w); /* given: (in, out), in a multiple of 4 */

    /* TODO: of every four the two of largest magnitude get 1, the other two 0. Of equal ones the first stays.
     *
     * APPROACH
     *   1. A four is w->data[(first + i) * out + j] for i = 0 to 3: neighbours along the inputs, in one column.
     *   2. How many of the other three beat number i: larger, or as large and in front of it?
     *   3. It stays if fewer than two do.
     *
     * EXAMPLE
     *   a column 1, 5, -4, 0: mask 0, 1, 1, 0
     *   a column 2, 2, 2, 2: mask 1, 1, 0, 0
     *
     * HINT: the product sums over the inputs, so that is the axis along which a machine can skip. */
    todo("16.5 prune_mask_2_4");
}
