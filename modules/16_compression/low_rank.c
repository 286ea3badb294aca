/* low_rank.c - one layer as two thin ones.
 *
 *     W = u diag(s) v^T      x W  is about  (x u_r sqrt(s_r)) (sqrt(s_r) v_r^T)
 */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.14 --------------------------------------------------------------------------------------- */

long low_rank_limit(long in, long out)
{
    /* TODO: the largest rank r at which two weights, (in, r) and (r, out), have fewer numbers than one (in, out).
     *
     * EXAMPLE
     *   in 6, out 3: r = 1 has 9 of 18 numbers, r = 2 has 18 of 18: the answer is 1
     *
     * HINT: r (in + out) < in out, in whole numbers. Without inputs or outputs it is 0. */
    (void)in, (void)out;
    todo("16.14 linear_low_rank");
}

/* ---- 16.14 --------------------------------------------------------------------------------------- */

Module *linear_low_rank(const Linear *l, long rank)
{
    low_rank_check(l, rank); /* given: 1 <= rank <= min(in, out) */
    UNDO_ON_FAIL;            /* given: what is half-made ends if something fails */

    /* TODO: a Sequential of two Linear layers whose product is the best approximation of that rank.
     *
     * APPROACH
     *   1. low_rank_layer(in, rank, false) and low_rank_layer(rank, out, with a bias or not): given, all 0.
     *   2. Svd svd = svd_of(l->weight): u (in, r), s (r), v (out, r), the largest s first.
     *   3. Column k of the first weight is column k of u times sqrt(s_k); row k of the second is sqrt(s_k) times
     *      column k of v. For k < rank.
     *   4. The second layer's bias is l's, where l has one.
     *   5. return sequential_new(LAYERS(&first->module, &second->module));
     *
     * HINT: tensor_get(svd.u, AT(i, k)). s is in it once: sqrt(s) on either side. */
    return todo("16.14 linear_low_rank");
}
