/* gemm_threads.c - rows of C for each thread, so that nobody waits and no sum is cut.
 *
 * Invariant: nothing is shared that anybody writes.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.5 ---------------------------------------------------------------------------------------- */

void gemm_threads(Product x, long parts, real *scratch)
{
    gemm_threads_check(parts); /* given: parts >= 1 */

    /* TODO: cut the rows of C into parts, each of which may run on a thread of its own.
     *
     * CONTRACT  every row is in one part; a part may have no rows. Each is a packed product (17.3)
     *           of vectors (17.4). The bits do not tell how many parts or threads there were.
     * BUDGET    a micro-tile takes as long if only one of its rows exists: all parts together
     *           make no more of them than one part would, and no part has more rows of
     *           micro-tiles than another, by two or more.
     * EXAMPLE   m = 20 in 3 parts: one of them may have 8 rows, or 12, and none 7
     * YOU HAVE  gemm_packed, vector_tile; parallel_for(parts, WORTH_A_THREAD, body, &work) calls
     *           body(begin, end, &work) for some of the parts, begin to end - 1, on one thread
     *           or on several; gemm_packed_scratch(x.n), what one part needs; scratch has parts
     *           of those
     * THINK     which row may a part begin with? What do two threads write, at the same time?
     *           Which members of a product does a part change, and which do all share? */
    todo("17.5 gemm_threads");
}
