/* vector_norm.c - lengths: (sum |x|^p)^(1/p), over any axes.
 *
 *     norm = m (sum (|x| / m)^p)^(1/p)   with   m = max |x|, for p < 0 min |x|
 *
 * Divided by that first, no power overflows or vanishes, as in BLAS nrm2. Invariant: a norm of
 * nothing, or of zeros, is 0, and for p < 0 with one zero; with an infinity it is infinite, with
 * NaN it is NaN.
 */
#include "vmath.h"

static void power_row(long n, real *out, const real *const in[], const real *p)
{
    const real *size = in[0], *m = in[1];
    for (long i = 0; i < n; i++) {
        real x = m[i] > 0 ? size[i] / m[i] : 0;
        out[i] = *p == 2 ? x * x : *p == 1 ? x : real_pow(x, *p);
    }
}

static void root_row(long n, real *out, const real *const in[], const real *p)
{
    const real *sum = in[0], *m = in[1];
    for (long i = 0; i < n; i++) {
        real root = *p == 2 ? real_sqrt(sum[i]) : *p == 1 ? sum[i] : real_pow(sum[i], 1 / *p);
        out[i] = m[i] > 0 && m[i] < (real)INFINITY ? m[i] * root : m[i];
    }
}

void norm_kernel(Tensor *out, const Tensor *a, real p)
{
    if (tensor_numel(a) == 0) {
        tensor_fill(out, 0);
        return;
    }
    Scope *scratch = scope_open();
    Tensor *size = tensor_new_like(a), *m = tensor_new_like(out), *sum = tensor_new_like(out);
    abs_kernel(size, a);
    p < 0 ? min_kernel(m, size) : max_kernel(m, size);
    rows_apply(size, 2, (const Tensor *[]){size, m}, power_row, &p);
    sum_kernel(sum, size, 0);
    rows_apply(out, 2, (const Tensor *[]){sum, m}, root_row, &p);
    scope_close(scratch);
}
