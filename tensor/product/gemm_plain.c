/* gemm_plain.c - the product of two matrices, C = alpha A B + beta C, as the definition says it.
 *
 *     c[i][j] = alpha * sum over p of a[i][p] * b[p][j]  +  beta * c[i][j]
 *
 * Every fast version is tested against this one. Invariant: where beta is 0, C is never read.
 */
#include "tensor.h"

EXERCISE
void gemm_plain(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                long c_row)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            real sum = 0;
            for (long p = 0; p < k; p++)
                sum += a.data[i * a.row + p * a.col] * b.data[p * b.row + j * b.col];
            real *at = c + i * c_row + j;
            *at = beta == 0 ? alpha * sum : alpha * sum + beta * *at;
        }
}
