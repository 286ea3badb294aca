/* mul.c - two tensors, multiplied number by number.
 *
 * Shapes broadcast; out has the common shape. This is the loop over one row; rows_apply finds the rows.
 */
#include "tensor.h"
#include "todo.h"

static void mul_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = a[i] * b[i] for n elements.
     *
     * APPROACH
     *   1. a is in[0], b is in[1], n neighbours of each; arg is for numbers of the operation, none
     *      here. tensor/kernels/elementwise.c has add_row, and more of its kind.
     *   2. One loop. Broadcasting, strides and threads are the business of rows_apply.
     *
     * EXAMPLE
     *   (1, 2, 3) times (4, 5, 6)   ->   (4, 10, 18)
     *
     * HINT: out may be the same memory as a or b, so read and write element by element. */
    todo("01.11 mul_row");
}

void mul_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, mul_row, NULL);
}
