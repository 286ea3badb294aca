/* variance.c - how far numbers lie from their mean, over any axes.
 *
 *     var = sum (x - mean)^2 / freedom
 *
 * As in batch norm, the mean is taken of x - x[0], so that nothing cancels and equal numbers have
 * variance 0. What the mean lost when it was rounded is (sum of x - mean) / n, and leaves the sum
 * of squares too large by n times its square: the corrected two-pass algorithm of Chan, Golub and
 * LeVeque 1983. Where squares do not fit a real, all is done once more with smaller or larger
 * numbers, for those results alone.
 */
#include <math.h>
#include "vmath.h"

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

static void check(const char *operation, const Tensor *out, const Tensor *mean, const Tensor *a)
{
    if (mean->ndim != a->ndim || !tensor_same_shape(out, mean) ||
        !broadcast_fits(mean, a->ndim, a->shape))
        fail("%s: cannot reduce %s to %s and %s: each axis must stay or become 1", operation,
             tensor_shape_text(a), tensor_shape_text(out), tensor_shape_text(mean));
}

static void find(Tensor *out, Tensor *mean, const Tensor *a, real freedom)
{
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

/* ---- squares that are more than a real holds, or vanish -------------------------------------- */

/* A root below this is that of a square which has lost digits. */
#define SMALL_ROOT (sizeof(real) == 8 ? (real)0x1p-484 : (real)0x1p-51)

static bool is_huge(real x)
{
    return !(x < (real)INFINITY);
}

static bool is_small(real x)
{
    return x < SMALL_ROOT;
}

static bool any(const Tensor *t, bool (*is)(real))
{
    Scope *scratch = scope_open();
    Tensor *plain = tensor_new_like(t);
    copy_kernel(plain, t);
    long count = 0;
    for (long i = 0, n = tensor_numel(plain); i < n; i++)
        count += is(plain->data[i]);
    scope_close(scratch);
    return count > 0;
}

static void take_if_huge(long n, real *out, const real *const in[], const real *scale)
{
    for (long i = 0; i < n; i++)
        out[i] = is_huge(in[0][i]) ? in[1][i] / *scale : in[2][i];
}

/* Of large numbers that are all the same nothing is left but a root of 0, and scaled they are not
 * finite. */
static void take_if_small(long n, real *out, const real *const in[], const real *scale)
{
    for (long i = 0; i < n; i++)
        out[i] = is_small(in[0][i]) && isfinite(in[1][i]) ? in[1][i] / *scale : in[2][i];
}

/* Takes mean and out, variances or their roots, from scale a, where out is huge or, for a scale
 * above 1, small. */
static void find_again(Tensor *out, Tensor *mean, const Tensor *a, real freedom, bool root,
                       real scale)
{
    Scope *scratch = scope_open();
    Tensor *scaled = tensor_new_like(a), *m = tensor_new_like(mean), *v = tensor_new_like(out);
    scale_kernel(scaled, a, scale);
    find(v, m, scaled, freedom);
    if (root)
        sqrt_kernel(v, v);
    RowFunction take = scale < 1 ? take_if_huge : take_if_small;
    rows_apply(mean, 3, (const Tensor *[]){out, m, mean}, take, &scale);
    real scale_of_out = root ? scale : scale * scale;
    rows_apply(out, 3, (const Tensor *[]){out, v, out}, take, &scale_of_out);
    scope_close(scratch);
}

void var_kernel(Tensor *out, Tensor *mean, const Tensor *a, real freedom)
{
    check("var_kernel", out, mean, a);
    find(out, mean, a, freedom);
    if (tensor_numel(a) > 0 && freedom > 0 && any(out, is_huge))
        find_again(out, mean, a, freedom, false, SQUARE_SCALE);
}

void std_kernel(Tensor *out, Tensor *mean, const Tensor *a, real freedom)
{
    check("std_kernel", out, mean, a);
    find(out, mean, a, freedom);
    sqrt_kernel(out, out);
    if (tensor_numel(a) == 0 || freedom == 0)
        return;
    if (any(out, is_huge))
        find_again(out, mean, a, freedom, true, SQUARE_SCALE);
    if (any(out, is_small))
        find_again(out, mean, a, freedom, true, 1 / SQUARE_SCALE);
}
