/* micro_tile.c - read C, add all steps, write C. */
#include "gemm_steps.h"

void micro_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    real sum[STEP_MR][STEP_NR];
    for (long i = 0; i < STEP_MR; i++)
        for (long j = 0; j < STEP_NR; j++)
            sum[i][j] = c[i * c_row + j];
    for (long p = 0; p < k; p++)
        for (long i = 0; i < STEP_MR; i++)
            for (long j = 0; j < STEP_NR; j++)
                sum[i][j] += a[p * STEP_MR + i] * b[p * STEP_NR + j];
    for (long i = 0; i < STEP_MR; i++)
        for (long j = 0; j < STEP_NR; j++)
            c[i * c_row + j] = sum[i][j];
}
