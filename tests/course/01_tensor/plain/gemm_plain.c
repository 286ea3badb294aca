/* gemm_plain.c - the product of two matrices, C = alpha A B + beta C, as the definition says it. */
#include "tensor.h"

void gemm_plain(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                long c_row)
{
    for (long i = 0; i < m; i++) {
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long p = 0; p < k; p++)
                sum += a.data[i * a.row + p * a.col] * b.data[p * b.row + j * b.col];
            if (beta == 0)
                c[i * c_row + j] = alpha * sum;
            else
                c[i * c_row + j] = alpha * sum + beta * c[i * c_row + j];
        }
    }
}
