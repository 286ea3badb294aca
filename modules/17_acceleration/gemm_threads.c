/* gemm_threads.c - rows of C for each thread, so that nobody waits and no sum is cut.
 *
 * Each part packs B for itself: some work is done twice, but nothing is shared that anybody writes.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.8 ---------------------------------------------------------------------------------------- */

void gemm_threads(Product x, long parts, real *scratch)
{
    gemm_threads_check(parts); /* given: parts >= 1 */

    /* TODO: cut the rows of C into parts, each of which may run on a thread of its own.
     *
     * APPROACH
     *   1. C has panels = m / STEP_MR, rounded up, micro-panels of rows. Part t has the panels from
     *      panels * t / parts up to panels * (t + 1) / parts: rows are those times STEP_MR, the last at most m.
     *   2. A part is a product like any other: its m, a.data and c differ, B is the same for all.
     *   3. It is made by gemm_packed with vector_tile, in scratch + t * gemm_packed_scratch(x.n): what two
     *      threads write must not be the same.
     *   4. parallel_for(parts, WORTH_A_THREAD, body, &work) calls body(begin, end, &work), on a thread or on several,
     *      for parts begin to end - 1. body is a static function of yours, work a struct with all that it needs.
     *
     * EXAMPLE
     *   m = 20, parts = 3: four panels; parts 0 and 1 have one, rows 0 to 5 and 6 to 11, part 2 has two, rows 12 to 19
     *
     * HINT: a part may have no rows at all; then there is nothing to do for it. */
    todo("17.8 gemm_threads");
}
