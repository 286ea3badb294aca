/* vector_tile.c - the micro-tile with vectors: LANES sums in one register, and one instruction for all of them.
 *
 * Any machine with vectors has 16 registers of them.
 */
#include "gemm_steps.h"
#include "vector.h"
#include "todo.h"

/* ---- 17.4 ---------------------------------------------------------------------------------------- */

void vector_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    /* TODO: what micro_tile does, with vectors. How much of C you make at a time is your decision.
     *
     * CONTRACT  for STEP_MR rows and STEP_NR columns of C: number (i, j), at c[i * c_row + j],
     *           gets a[p * STEP_MR + i] times b[p * STEP_NR + j], p = 0 to k - 1 in this order, to
     *           the last bit of micro_tile. C is read once and written once, at the end (one test
     *           puts it where the last step reads b). No address need be a multiple of anything.
     *           LANES is 2, 4, 8 or 16.
     * BUDGET    (counted by load) any right tile: 5 points. A part of C that is made at a time
     *           fits into 16 registers, with a vector of B and a number of A: 4 more. A step of
     *           such a part fetches its vectors of B and its numbers of A: at most 2 fetches for 3
     *           products of vectors are the last 4.
     * EXAMPLE   C of zeros, k 1, a = 1 2 3 4 5 6, b = 0 1 2 ... 31: row 1 of C is 0 2 4 ... 62
     *           A part of one row and one vector: 2 fetches for each product.
     * YOU HAVE  tensor/isa/vector.h: Vector, LANES, load, store, + and *, a number times a
     *           vector; UNROLL before a loop asks the compiler to write it out, so that each sum
     *           is a register
     * THINK     a part of r rows and w vectors: how many registers does it take, how many fetches
     *           and products are in a step? */
    todo("17.4 vector_tile");
}
