/* gemm_steps.c - what the steps of a matrix product are given: how much scratch memory, and
 * checks. */
#include "gemm_steps.h"

long gemm_packed_scratch(long n)
{
    long panels = (n + STEP_NR - 1) / STEP_NR;
    return STEP_KC * (STEP_MR + panels * STEP_NR);
}

void gemm_tiled_check(long tile)
{
    if (tile < 1)
        fail("gemm_tiled: tiles of %ld rows, expected at least 1", tile);
}

void gemm_threads_check(long parts)
{
    if (parts < 1)
        fail("gemm_threads: %ld parts, expected at least 1. hint: one thread is one part", parts);
}
