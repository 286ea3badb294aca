/* prune_2_4.c - two of four neighbours stay.
 *
 *     W (in, out)      inputs 0 1 2 3 of output j are one four, 4 5 6 7 the next
 */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.2 ---------------------------------------------------------------------------------------- */

void prune_mask_2_4(Tensor *mask, const Tensor *w)
{
    prune_mask_2_4_check(mask, w); /* given: (in, out), in a multiple of 4 */

    /* TODO: of every four the two of largest magnitude get 1, the other two 0.
     *
     * CONTRACT  a four is four neighbours along the inputs, in one column of w (in, out). Of
     *           equal ones the first stays. Exactly two stay.
     * EXAMPLE   a column 1, 5, -4, 0: mask 0, 1, 1, 0
     *           a column 2, 2, 2, 2: mask 1, 1, 0, 0
     * HOLDS     columns do not see each other.
     * THINK     how many of the other three may be ahead of a number that stays? When is one
     *           ahead of an equal one? How far apart do neighbours of a four lie? */
    todo("16.2 prune_mask_2_4");
}
