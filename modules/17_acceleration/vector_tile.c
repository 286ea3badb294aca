/* vector_tile.c - the micro-tile with vectors: LANES sums in one register, and one instruction for all of them.
 *
 * Two vectors of columns at a time: 2 STEP_MR sums, two vectors of B and one number of A fill 15 registers, and any
 * machine with vectors has 16.
 */
#include "gemm_steps.h"
#include "vector.h"
#include "todo.h"

/* ---- 17.7 ---------------------------------------------------------------------------------------- */

void vector_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    /* TODO: what micro_tile does, with vectors (tensor/isa/vector.h).
     *
     * APPROACH
     *   1. A Vector holds LANES numbers: v = load(from), store(to, v); u + v and u * v go lane by lane, and
     *      a number times a vector multiplies every lane. from and to need not be aligned.
     *   2. j goes over the columns in steps of 2 * LANES, of which STEP_NR is a multiple.
     *   3. For such a strip: Vector sum[STEP_MR][2], begun with load from C; the loop over p; store into C.
     *   4. In step p: two vectors of B, at b + p * STEP_NR + j, and for each i the number a[p * STEP_MR + i].
     *
     * EXAMPLE
     *   LANES 8: the strips begin at columns 0 and 16; each has 6 * 2 vectors of sums
     *
     * HINT: UNROLL before a loop over i asks the compiler to write it out, so that each sum is a register. */
    todo("17.7 vector_tile");
}
