/* mul.c - two tensors, multiplied number by number.
 *
 * Shapes broadcast; out has the common shape. This is the loop over one row; rows_apply finds the rows.
 */
#include "tensor.h"
#include "todo.h"

static void mul_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: the product of two rows of n neighbours, number by number.
     *
     * CONTRACT  out[i] = in[0][i] times in[1][i]. out may be the same memory as either. arg is
     *           not used.
     * EXAMPLE   (1, 2, 3) times (4, 5, 6)   ->   (4, 10, 18)
     * HOLDS     in[0] and in[1] change places: the same. A row of ones changes nothing.
     * THINK     broadcasting, strides, threads: which of them does this row see? (mul_kernel,
     *           below, says who does.) */
    todo("01.11 mul_row");
}

void mul_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, mul_row, NULL);
}
