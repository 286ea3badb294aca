/* gemm_plain.c - the product of two matrices, C = alpha A B + beta C, as the definition says it.
 *
 *     c[i][j] = alpha * sum over p of a[i][p] * b[p][j]  +  beta * c[i][j]
 *
 * The name is BLAS's: GEneral Matrix Multiply. Every fast version is tested against this one.
 */
#include "tensor.h"
#include "todo.h"

/* ---- 01.13 --------------------------------------------------------------------------------------- */

void gemm_plain(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                long c_row)
{
    /* TODO: C = alpha A B + beta C, as the definition says it.
     *
     * CONTRACT  element (i, p) of A is a.data[i * a.row + p * a.col], of B likewise; element (i,
     *           j) of C is c[i * c_row + j]. Where beta is 0, C is only written, never read: it
     *           may hold anything, NaN included. m, n, k may be 0.
     * EXAMPLE   A = [[1, 2], [3, 4]]   B = [[5, 6], [7, 8]]   alpha 1, beta 0
     *           C[0][0] = 1*5 + 2*7 = 19      C = [[19, 22], [43, 50]]
     * HOLDS     a and b with rows and columns exchanged, and changed places: C transposed. What
     *           lies between the rows of C stays.
     * THINK     m, n and k are three different numbers: which of them bounds which loop? What is
     *           0 * NaN? */
    todo("01.13 gemm_plain");
}
