/* vector_tile.c - strips of two vectors, whose sums are registers. */
#include "gemm_steps.h"
#include "vector.h"

static void strip(long k, const real *a, const real *b, real *c, long c_row)
{
    Vector left[STEP_MR], right[STEP_MR];
    UNROLL
    for (long i = 0; i < STEP_MR; i++) {
        left[i] = load(c + i * c_row);
        right[i] = load(c + i * c_row + LANES);
    }
    for (long p = 0; p < k; p++) {
        Vector b_left = load(b + p * STEP_NR);
        Vector b_right = load(b + p * STEP_NR + LANES);
        UNROLL
        for (long i = 0; i < STEP_MR; i++) {
            left[i] += a[p * STEP_MR + i] * b_left;
            right[i] += a[p * STEP_MR + i] * b_right;
        }
    }
    UNROLL
    for (long i = 0; i < STEP_MR; i++) {
        store(c + i * c_row, left[i]);
        store(c + i * c_row + LANES, right[i]);
    }
}

void vector_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    for (long j = 0; j < STEP_NR; j += 2 * LANES)
        strip(k, a, b + j, c + j, c_row);
}
