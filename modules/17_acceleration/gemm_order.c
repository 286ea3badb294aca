/* gemm_order.c - three loops in two orders: the same 2 m n k operations, other neighbours.
 *
 * ijk goes down a column of B for each number of C; ikj goes along a row of B and a row of C, and vectors of
 * neighbours are what a machine is made for.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.1 ---------------------------------------------------------------------------------------- */

void gemm_ijk(Product x)
{
    /* TODO: add A B to C, number by number of C.
     *
     * APPROACH
     *   1. Three loops: over i < x.m, over j < x.n, and inside of them over p < x.k.
     *   2. The sum for (i, j) begins with what stands in C, x.c[i * x.c_row + j], and goes there again when it is
     *      finished.
     *   3. Element (i, p) of A is x.a.data[i * x.a.row + p * x.a.col], element (p, j) of B likewise. Each is read
     *      as READ(x.a.data[...]): in the tests a cache on paper hears of it, elsewhere READ(y) is just y.
     *
     * EXAMPLE
     *   A = [[1, 2], [3, 4]]   B = [[5, 6], [7, 8]]   C = [[100, 0], [0, 0]]
     *   C[0][0] becomes 100 + 1*5 + 2*7 = 119          C = [[119, 22], [43, 50]]
     *
     * HINT: real sum = what stands in C; the inner loop is one line. */
    todo("17.1 gemm_ijk");
}

/* ---- 17.2 ---------------------------------------------------------------------------------------- */

void gemm_ikj(Product x)
{
    /* TODO: the same, row by row of B.
     *
     * APPROACH
     *   1. The loops are over i, over p, and inside of them over j.
     *   2. A[i][p] is the same for the whole inner loop: READ it once, before that loop.
     *   3. The inner loop adds A[i][p] times row p of B to row i of C. Both are walked along, not down.
     *
     * EXAMPLE
     *   row 0 of C, with A and B as above: [100, 0] + 1 * [5, 6] + 2 * [7, 8] = [119, 22]
     *
     * HINT: there is no sum of your own any more: C itself holds it. */
    todo("17.2 gemm_ikj");
}
