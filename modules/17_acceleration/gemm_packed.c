/* gemm_packed.c - the loops around a micro-tile: blocks of K, micro-panels of A, micro-panels of B. */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.3 ---------------------------------------------------------------------------------------- */

void gemm_packed(Product x, MicroProduct *tile, real *scratch)
{
    /* TODO: C += A B by micro-tiles, out of packed panels.
     *
     * CONTRACT  any m, n, k and strides. tile() is called for whole micro-tiles only. What
     *           stands beside C, or between its rows, stays. Each number of C gets its products
     *           in the order p = 0, 1, 2, ...: the bits of gemm_ijk.
     *           At most STEP_KC steps of K are packed at a time. Scratch has
     *           STEP_KC * (STEP_MR + n') numbers, n' being n or the next multiple of STEP_NR.
     * BUDGET    (counted by READ, never timed) any right product by whole micro-tiles: 8 points.
     *           Each number of A is read once: 4 more. Each number of B, too: the last 6.
     * EXAMPLE   m = 8, n = 40, k = 300: blocks of STEP_KC = 256 and 44; in each 2 panels of B, 2 of A, 4 micro-tiles. How many are whole?
     * YOU HAVE  pack_panel(panel, width, x, count, k), which packs `count` rows of x, by READ (of B
     *           its columns are the rows); tile(depth, a, b, c, c_row), STEP_MR, STEP_NR, STEP_KC
     * THINK     every panel of A meets every panel of B. Which of the two do you keep, which
     *           comes by? At the edge: whose are the numbers that tile would read and write
     *           there? */
    todo("17.3 gemm_packed");
}
