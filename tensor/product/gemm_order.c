/* gemm_order.c - three loops in two orders: the same 2 m n k operations, other neighbours.
 *
 * ijk goes down a column of B for each number of C; ikj goes along a row of B and a row of C, and
 * vectors of neighbours are what a machine is made for. The order of the sums is the same.
 */
#include "gemm_steps.h"

EXERCISE
void gemm_ijk(Product x)
{
    for (long i = 0; i < x.m; i++)
        for (long j = 0; j < x.n; j++) {
            real sum = x.c[i * x.c_row + j];
            for (long p = 0; p < x.k; p++)
                sum += READ(x.a.data[i * x.a.row + p * x.a.col]) *
                       READ(x.b.data[p * x.b.row + j * x.b.col]);
            x.c[i * x.c_row + j] = sum;
        }
}

EXERCISE
void gemm_ikj(Product x)
{
    for (long i = 0; i < x.m; i++)
        for (long p = 0; p < x.k; p++) {
            const real a = READ(x.a.data[i * x.a.row + p * x.a.col]);
            const real *b = x.b.data + p * x.b.row;
            real *c = x.c + i * x.c_row;
            for (long j = 0; j < x.n; j++)
                c[j] += a * READ(b[j * x.b.col]);
        }
}
