/* gemm_threads.c - a part is a product of its own, with fewer rows. */
#include "gemm_steps.h"

typedef struct {
    Product x;
    long parts;
    real *scratch;
} Work;

static void multiply_parts(long begin, long end, void *argument)
{
    const Work *work = argument;
    long panels = (work->x.m + STEP_MR - 1) / STEP_MR;
    for (long t = begin; t < end; t++) {
        long first = panels * t / work->parts * STEP_MR;
        long last = panels * (t + 1) / work->parts * STEP_MR;
        if (last > work->x.m)
            last = work->x.m;
        if (last <= first)
            continue;
        Product part = work->x;
        part.m = last - first;
        part.a.data += first * part.a.row;
        part.c += first * part.c_row;
        gemm_packed(part, vector_tile, work->scratch + t * gemm_packed_scratch(part.n));
    }
}

void gemm_threads(Product x, long parts, real *scratch)
{
    gemm_threads_check(parts);

    Work work = {x, parts, scratch};
    parallel_for(parts, WORTH_A_THREAD, multiply_parts, &work);
}
