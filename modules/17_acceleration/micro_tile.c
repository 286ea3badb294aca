/* micro_tile.c - a small piece of C whose sums stay where they are until they are finished.
 *
 * A step takes STEP_MR numbers of A and STEP_NR of B, and makes STEP_MR * STEP_NR products of them.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.5 ---------------------------------------------------------------------------------------- */

void micro_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    /* TODO: add the product of two micro-panels to STEP_MR rows and STEP_NR columns of C.
     *
     * APPROACH
     *   1. real sum[STEP_MR][STEP_NR]: a place for every sum. They begin with what stands in C: c[i * c_row + j].
     *   2. For p from 0 to k - 1: add a[p * STEP_MR + i] * b[p * STEP_NR + j] to all of them.
     *   3. Afterwards the sums go into C: once, not in every step.
     *
     * EXAMPLE
     *   k = 2, and the panel of A begins 1 .. (step 0), 3 .. (step 1), that of B 5 .., 7 ..
     *   c[0] becomes c[0] + 1*5 + 3*7
     *
     * HINT: three pairs of loops over i and j; only the middle pair stands inside of a loop over p. */
    todo("17.5 micro_tile");
}
