/* gemm_order.c - three loops in two orders: the same 2 m n k operations, other neighbours.
 *
 * Numbers of A and B are read as READ(x): in the tests a cache on paper hears of it, elsewhere READ(y) is just y.
 * Invariant: each number of C gets its products in the order p = 0, 1, 2, ..., so no bit tells the orders apart.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.1 ---------------------------------------------------------------------------------------- */

void gemm_ijk(Product x)
{
    /* TODO: add A B to C.
     *
     * CONTRACT  C is a sum that goes on: each number begins with what stands there, and then
     *           come its products, p = 0, 1, 2, ..., all in reals. Any strides; (i, p) of A is
     *           x.a.data[i * x.a.row + p * x.a.col], of B likewise, (i, j) of C x.c[i * x.c_row
     *           + j]. What lies between rows of C stays. k may be 0.
     * EXAMPLE   A = [[1, 2], [3, 4]]   B = [[5, 6], [7, 8]]   C = [[100, 0], [0, 0]]
     *           C[0][0] becomes 100 + 1*5 + 2*7 = 119          C = [[119, 22], [43, 50]]
     * HOLDS     twice the call, twice the products. The last bits show in which order you added.
     * YOU HAVE  READ(x.a.data[...]), READ(x.b.data[...])
     * THINK     which of the three loops belongs to a sum? What must stand in C after k = 0? */
    todo("17.1 gemm_ikj");
}

/* ---- 17.1 ---------------------------------------------------------------------------------------- */

void gemm_ikj(Product x)
{
    /* TODO: the same numbers, with an eighth of the lines.
     *
     * CONTRACT  gemm_ijk to the last bit.
     * BUDGET    (counted by READ; lines have 8 numbers, 16 of them have room, A and B lie row by
     *           row) at most m n k / 8 lines of B are fetched; each number of A is read once.
     * EXAMPLE   m = 20, n = 32, k = 24: 1920 lines of B, and gemm_ijk fetches 15360
     * THINK     when is a line of B lost before its 8 numbers were used? Which of three loops
     *           may stand inside, so that none is, and what is the same for all of its rounds? */
    todo("17.1 gemm_ikj");
}
