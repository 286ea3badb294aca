/* low_rank.c - one layer as two thin ones.
 *
 *     W = u diag(s) v^T
 */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.5 ---------------------------------------------------------------------------------------- */

long low_rank_limit(long in, long out)
{
    /* TODO: first the largest rank r at which two weights, (in, r) and (r, out), have fewer numbers
     * than one (in, out).
     *
     * CONTRACT  without inputs or outputs 0. Then, below: a layer as two thin ones.
     * EXAMPLE   in 6, out 3: r = 1 has 9 of 18 numbers, r = 2 has 18 of 18: the answer is 1
     * THINK     fewer, not as many: what does that change of a division? */
    (void)in, (void)out;
    todo("16.5 linear_low_rank");
}

/* ---- 16.5 ---------------------------------------------------------------------------------------- */

Module *linear_low_rank(const Linear *l, long rank)
{
    low_rank_check(l, rank); /* given: 1 <= rank <= min(in, out) */
    UNDO_ON_FAIL;            /* given: what is half-made ends if something fails */

    /* TODO: a Sequential of two Linear layers whose product is the best approximation of that rank.
     *
     * CONTRACT  neither is louder than the other: column k of the first weight is as long as row
     *           k of the second. They have the signs of u and v. The second layer has l's bias,
     *           where l has one.
     * EXAMPLE   (shapes) l 6 to 3, rank 2: weights (6, 2) and (2, 3)
     * HOLDS     full rank: the same outputs, up to rounding.
     * YOU HAVE  low_rank_layer(in, rank, bias): a layer of zeros; Svd svd = svd_of(l->weight): u
     *           (in, r), s (r), v (out, r), the largest s first, columns of u and v of length 1;
     *           tensor_get, copy_kernel;
     *           sequential_new(LAYERS(&first->module, &second->module)) */
    return todo("16.5 linear_low_rank");
}
