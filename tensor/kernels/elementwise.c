/* elementwise.c - two tensors, number by number.
 *
 * Shapes broadcast; out has the common shape. Each operation is the loop over one row; rows_apply
 * finds the rows.
 */
#include "clones.h"
#include "vmath.h"
#include "tensor.h"

KINDLING_CLONES static void add_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *b = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = a[i] + b[i];
}

KINDLING_CLONES static void sub_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *b = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = a[i] - b[i];
}

KINDLING_CLONES static void mul_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *b = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = a[i] * b[i];
}

KINDLING_CLONES static void div_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *b = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = a[i] / b[i];
}

/* Powers are libm's, as in unary.c: this one stays scalar. */
static void pow_tensor_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *exponent = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = real_pow(a[i], exponent[i]);
}

/* NaN in any of the three is passed on. Where low > high everything becomes high, as in PyTorch. */
KINDLING_CLONES static void clamp_tensor_row(long n, real *out, const real *const in[],
                                             const real *arg)
{
    const real *a = in[0], *low = in[1], *high = in[2];
    (void)arg;
    for (long i = 0; i < n; i++) {
        real raised = a[i] < low[i] || low[i] != low[i] ? low[i] : a[i];
        out[i] = raised > high[i] || high[i] != high[i] ? high[i] : raised;
    }
}

KINDLING_CLONES static void where_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *condition = in[0], *a = in[1], *b = in[2];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = condition[i] != 0 ? a[i] : b[i];
}

KINDLING_CLONES static void masked_fill_row(long n, real *out, const real *const in[],
                                            const real *arg)
{
    const real *a = in[0], *mask = in[1], value = arg[0];
    for (long i = 0; i < n; i++)
        out[i] = mask[i] != 0 ? value : a[i];
}

KINDLING_CLONES static void axpy_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *y = in[0], *x = in[1], alpha = arg[0];
    for (long i = 0; i < n; i++)
        out[i] = y[i] + alpha * x[i];
}

KINDLING_CLONES static void scale_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], factor = arg[0];
    for (long i = 0; i < n; i++)
        out[i] = a[i] * factor;
}

KINDLING_CLONES static void shift_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], amount = arg[0];
    for (long i = 0; i < n; i++)
        out[i] = a[i] + amount;
}

void add_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, add_row, NULL);
}

void sub_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, sub_row, NULL);
}

void mul_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, mul_row, NULL);
}

void div_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, div_row, NULL);
}

void pow_tensor_kernel(Tensor *out, const Tensor *a, const Tensor *exponent)
{
    rows_apply(out, 2, (const Tensor *[]){a, exponent}, pow_tensor_row, NULL);
}

void clamp_tensor_kernel(Tensor *out, const Tensor *a, const Tensor *low, const Tensor *high)
{
    rows_apply(out, 3, (const Tensor *[]){a, low, high}, clamp_tensor_row, NULL);
}

void where_kernel(Tensor *out, const Tensor *condition, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 3, (const Tensor *[]){condition, a, b}, where_row, NULL);
}

void masked_fill_kernel(Tensor *out, const Tensor *a, const Tensor *mask, real value)
{
    rows_apply(out, 2, (const Tensor *[]){a, mask}, masked_fill_row, &value);
}

void axpy_kernel(Tensor *y, real alpha, const Tensor *x)
{
    rows_apply(y, 2, (const Tensor *[]){y, x}, axpy_row, &alpha);
}

void scale_kernel(Tensor *out, const Tensor *a, real factor)
{
    rows_apply(out, 1, &a, scale_row, &factor);
}

void shift_kernel(Tensor *out, const Tensor *a, real amount)
{
    rows_apply(out, 1, &a, shift_row, &amount);
}
