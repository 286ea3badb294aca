/* gemm_order.c - the same products, number by number of C or row by row of B. */
#include "gemm_steps.h"

void gemm_ijk(Product x)
{
    for (long i = 0; i < x.m; i++)
        for (long j = 0; j < x.n; j++) {
            real sum = x.c[i * x.c_row + j];
            for (long p = 0; p < x.k; p++) {
                real a = READ(x.a.data[i * x.a.row + p * x.a.col]);
                real b = READ(x.b.data[p * x.b.row + j * x.b.col]);
                sum += a * b;
            }
            x.c[i * x.c_row + j] = sum;
        }
}

void gemm_ikj(Product x)
{
    for (long i = 0; i < x.m; i++) {
        real *row = x.c + i * x.c_row;
        for (long p = 0; p < x.k; p++) {
            real a = READ(x.a.data[i * x.a.row + p * x.a.col]);
            for (long j = 0; j < x.n; j++)
                row[j] += a * READ(x.b.data[p * x.b.row + j * x.b.col]);
        }
    }
}
