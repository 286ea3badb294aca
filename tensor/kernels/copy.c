/* copy.c - the same numbers in another layout. */
#include <string.h>
#include "tensor.h"

static void copy_row(long n, real *out, const real *const in[], const real *arg)
{
    (void)arg;
    memcpy(out, in[0], (size_t)n * sizeof(real));
}

void copy_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, copy_row, NULL);
    tensor_written(out, "copy_kernel");
}
