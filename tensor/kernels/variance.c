/* variance.c - how far numbers lie from their mean, over any axes.
 *
 *     var = sum (x - mean)^2 / freedom
 *
 * As in batch norm, the mean is taken of x - x[0], so that nothing cancels and equal numbers have variance 0.
 * What the mean lost when it was rounded is (sum of x - mean) / n, and leaves the sum of squares too large
 * by n times its square: the corrected two-pass algorithm of Chan, Golub and LeVeque 1983.
 */
#include <math.h>
#include "tensor.h"

/* squares: sum (x - mean)^2 -> variance; rest: sum (x - mean); sizes: n, freedom */
static void finish_row(long n, real *out, const real *const in[], const real *sizes)
{
    const real *squares = in[0], *rest = in[1];
    for (long i = 0; i < n; i++) {
        double sum = (double)squares[i] - (double)rest[i] * (double)rest[i] / (double)sizes[0];
        out[i] = (real)((sum < 0 ? 0 : sum) / (double)sizes[1]);
    }
}

/* The first of the numbers that go into each mean. */
static Tensor first_of(const Tensor *a, const Tensor *mean)
{
    Tensor first = *a;
    for (int d = 0; d < a->ndim; d++)
        first.shape[d] = mean->shape[d];
    return first;
}

void var_kernel(Tensor *out, Tensor *mean, const Tensor *a, real freedom)
{
    if (mean->ndim != a->ndim || !tensor_same_shape(out, mean) ||
        !broadcast_fits(mean, a->ndim, a->shape))
        fail("var_kernel: cannot reduce %s to %s and %s: each axis must stay or become 1",
             tensor_shape_text(a), tensor_shape_text(out), tensor_shape_text(mean));
    if (tensor_numel(a) == 0) {
        tensor_fill(mean, (real)NAN);
        tensor_fill(out, (real)NAN);
        return;
    }
    Scope *scratch = scope_open();
    real sizes[2] = {(real)(tensor_numel(a) / tensor_numel(out)), freedom};
    Tensor first = first_of(a, mean), *distance = tensor_new_like(a);
    Tensor *rest = tensor_new_like(mean);
    sub_kernel(distance, a, &first);
    sum_kernel(rest, distance, 0);
    scale_kernel(rest, rest, 1 / sizes[0]);
    add_kernel(mean, &first, rest);
    sub_kernel(distance, a, mean);
    sum_kernel(rest, distance, 0);
    pow_kernel(distance, distance, 2);
    sum_kernel(out, distance, 0);
    rows_apply(out, 2, (const Tensor *[]){out, rest}, finish_row, sizes);
    scope_close(scratch);
}
