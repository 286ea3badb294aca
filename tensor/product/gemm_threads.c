/* gemm_threads.c - rows of C for each thread, so that nobody waits and no sum is cut.
 *
 * Each part packs B for itself: some work is done twice, but nothing is shared that anybody writes.
 */
#include "gemm_steps.h"

typedef struct {
    Product whole;
    long parts, panels; /* micro-panels of A */
    real *scratch;
} Work;

static void multiply_parts(long begin, long end, void *context)
{
    const Work *w = context;
    for (long t = begin; t < end; t++) {
        Product part = w->whole;
        long first = w->panels * t / w->parts * STEP_MR;
        long last = w->panels * (t + 1) / w->parts * STEP_MR;
        if (last > part.m)
            last = part.m;
        part.m = last - first;
        part.a.data += first * part.a.row;
        part.c += first * part.c_row;
        if (part.m > 0)
            gemm_packed(part, vector_tile, w->scratch + t * gemm_packed_scratch(part.n));
    }
}

EXERCISE
void gemm_threads(Product x, long parts, real *scratch)
{
    gemm_threads_check(parts);
    Work w = {.whole = x, .parts = parts, .scratch = scratch};
    w.panels = (x.m + STEP_MR - 1) / STEP_MR;
    parallel_for(parts, WORTH_A_THREAD, multiply_parts, &w);
}
