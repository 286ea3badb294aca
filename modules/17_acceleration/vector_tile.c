/* vector_tile.c - the micro-tile with vectors: LANES sums in one register, and one instruction for all of them.
 *
 * Any machine with vectors has 16 registers of them.
 */
#include "gemm_steps.h"
#include "vector.h"
#include "todo.h"

/* ---- 17.7 ---------------------------------------------------------------------------------------- */

void vector_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    /* TODO: what micro_tile does, with vectors.
     *
     * CONTRACT  17.5, to the last bit. No address need be a multiple of anything. STEP_NR is a
     *           multiple of 2 * LANES.
     * EXAMPLE   C of zeros, k 1, a = 1 2 3 4 5 6, b = 0 1 2 ... 31: row 1 of C is 0 2 4 ... 62
     * YOU HAVE  tensor/isa/vector.h: Vector, LANES, load, store, + and *, a number times a
     *           vector; UNROLL before a loop asks the compiler to write it out, so that each sum
     *           is a register
     * THINK     16 registers: how many vectors of sums fit beside two of B and a number of A? So
     *           how wide is a strip? */
    todo("17.7 vector_tile");
}
