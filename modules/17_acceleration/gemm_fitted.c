/* gemm_fitted.c - a product for a cache whose size you are told. */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.7 --------------------------------------------------------------------------------------- */

void gemm_fitted(Product x, long lines, long width)
{
    gemm_fitted_check(lines, width); /* given: lines >= 3, width >= 1 */

    /* TODO: add A B to C, for a cache of `lines` lines of `width` numbers. What stays in it, and
     *       what comes by, is your decision.
     *
     * CONTRACT  any m, n, k and strides. 17.1 to the last bit.
     * BUDGET    (counted by the cache on paper, which keeps the lines that were used last, for A and
     *           B that lie row by row) any product of the right numbers: 4 points. A and B of
     *           about the same size: at most twice the lines that the best choice of blocks
     *           fetches: 5 more. A or B much larger than the other: at most 1.15 times: the
     *           last 6. No copies: READ is called at least once for each of the m n k products.
     * EXAMPLE   10 lines of 4 numbers hold 10 x 4 numbers of A, but then no number of B
     * HOLDS     a cache in which all of A has room, and some lines more: A and B are fetched once.
     *           C is not counted.
     * YOU HAVE  READ, gemm_ikj, gemm_tiled; Product part = x, a copy with members of its own
     * THINK     a block of A stays: how often is each line of B fetched, how often each of A? And
     *           if a block of B stays? How high and how wide is the largest block of either, if
     *           none of its lines may be lost, and which of its numbers come along unasked? */
    todo("17.7 gemm_fitted");
}
