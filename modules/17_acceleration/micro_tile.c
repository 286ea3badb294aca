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
     * CONTRACT  a has STEP_MR numbers for each of k steps, b STEP_NR; number (i, j) of C is c[i
     *           * c_row + j], and gets its products in the order of steps. C is read once and
     *           written once, at the end (one test puts it where the last step reads b).
     * EXAMPLE   k = 2, and the panel of A begins 1 .. (step 0), 3 .. (step 1), that of B 5 .., 7 ..
     *           c[0] becomes c[0] + 1*5 + 3*7
     * HOLDS     k = 0 changes nothing.
     * THINK     a step takes STEP_MR + STEP_NR numbers and makes how many products? Where do
     *           STEP_MR * STEP_NR sums stay meanwhile? */
    todo("17.5 micro_tile");
}
