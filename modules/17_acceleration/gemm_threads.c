/* gemm_threads.c - rows of C for each thread, so that nobody waits and no sum is cut.
 *
 * Invariant: nothing is shared that anybody writes.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.8 ---------------------------------------------------------------------------------------- */

void gemm_threads(Product x, long parts, real *scratch)
{
    gemm_threads_check(parts); /* given: parts >= 1 */

    /* TODO: cut the rows of C into parts, each of which may run on a thread of its own.
     *
     * CONTRACT  every row is in one part. Parts are whole micro-panels of rows, the last of which
     *           may not be full, and no part has two more than another. Each is a packed product
     *           (17.6) of vectors (17.7). The bits do not tell how many parts or threads there
     *           were. A part may have no rows.
     * EXAMPLE   m = 20, parts = 3: four panels; parts 0 and 1 have one, rows 0 to 5 and 6 to 11, part 2 has two, rows 12 to 19
     * YOU HAVE  gemm_packed, vector_tile; parallel_for(parts, WORTH_A_THREAD, body, &work) calls
     *           body(begin, end, &work) for some of the parts, begin to end - 1, on one thread
     *           or on several; gemm_packed_scratch(x.n), what one part needs; scratch has parts
     *           of those
     * THINK     what do two threads write, at the same time? Which members of a product does a
     *           part change, and which do all share? */
    todo("17.8 gemm_threads");
}
