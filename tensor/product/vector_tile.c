/* vector_tile.c - the micro-tile with vectors: LANES sums in one register, and one instruction for
 * all of them.
 *
 * Two vectors of columns at a time: 2 STEP_MR sums, two vectors of B and one number of A fill 15
 * registers, and any machine with vectors has 16.
 */
#include "gemm_steps.h"
#include "vector.h"

EXERCISE
void vector_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    for (long j = 0; j < STEP_NR; j += 2 * LANES) {
        Vector sum[STEP_MR][2];
        UNROLL
        for (long i = 0; i < STEP_MR; i++) {
            sum[i][0] = load(c + i * c_row + j);
            sum[i][1] = load(c + i * c_row + j + LANES);
        }
        for (long p = 0; p < k; p++) {
            Vector left = load(b + p * STEP_NR + j), right = load(b + p * STEP_NR + j + LANES);
            UNROLL
            for (long i = 0; i < STEP_MR; i++) {
                sum[i][0] += a[p * STEP_MR + i] * left;
                sum[i][1] += a[p * STEP_MR + i] * right;
            }
        }
        UNROLL
        for (long i = 0; i < STEP_MR; i++) {
            store(c + i * c_row + j, sum[i][0]);
            store(c + i * c_row + j + LANES, sum[i][1]);
        }
    }
}
