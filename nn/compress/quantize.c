/* quantize.c - numbers to codes and back: on which step does a number stand?
 *
 *     symmetric    -max ........ 0 ........ max        affine    low .. 0 ................. high
 *                  -127          0          127                  -128   zero_point          127
 *
 * Invariant: 0 has a code of its own, which comes back as exactly 0: padding and what relu leaves
 * would otherwise turn into small numbers everywhere.
 */
#include <math.h>
#include "quantize_parts.h"

/* ---- what codes cannot be made of, and what does not fit ------------------------------------- */

static void check_finite(const char *operation, const real *x, long n)
{
    for (long i = 0; i < n; i++)
        if (!(fabs((double)x[i]) <=
              3.4028234663852886e38)) /* also in double: codes are made in float */
            fail("%s: x[%ld] is %g: no step is so far from 0. hint: KINDLING_CHECK=1 names the "
                 "operation that made it",
                 operation, i, (double)x[i]);
}

void quant_check_range(const char *operation, const real *x, long n, int bits)
{
    if (bits < 2 || bits > 8)
        fail("%s: bits is %d, expected 2 to 8: a code is kept in an int8_t", operation, bits);
    if (n < 0)
        fail("%s: n is %ld, expected at least 0", operation, n);
    check_finite(operation, x, n);
}

void quant_check_params(const char *operation, QuantParams p)
{
    if (!(p.scale >= 0) || isinf(p.scale))
        fail("%s: the scale is %g, expected a number that is not below 0", operation,
             (double)p.scale);
    if (p.quant_min < INT8_MIN || p.quant_max > INT8_MAX || p.quant_min > p.quant_max)
        fail("%s: codes from %d to %d are asked for, expected a range within -128 to 127",
             operation, p.quant_min, p.quant_max);
    if (p.zero_point < p.quant_min || p.zero_point > p.quant_max)
        fail("%s: zero_point is %d, expected a code, %d to %d", operation, p.zero_point,
             p.quant_min, p.quant_max);
}

void quant_check_blocks(const char *operation, const real *x, long n)
{
    if (n < 0 || n % QUANT_BLOCK != 0)
        fail("%s: n is %ld, expected a multiple of %d: a block is as long", operation, n,
             QUANT_BLOCK);
    check_finite(operation, x, n);
}

/* A scale of infinity would make each number of its block NaN. */
static void check_halves(const char *operation, const real *x, long n, double most)
{
    for (long i = 0; i < n; i++)
        if (fabs((double)x[i]) >= most)
            fail("%s: x[%ld] is %g, expected less than %g: the scale of its block would not fit "
                 "into "
                 "a half float. hint: codes with a scale for each column, \"int8\", have no such "
                 "limit",
                 operation, i, (double)x[i], most);
}

void quant_check_q8_0(const real *x, long n)
{
    quant_check_blocks("quantize_q8_0", x, n);
    check_halves("quantize_q8_0", x, n, QUANT_Q8_0_MOST);
}

void quant_check_q4_0(const real *x, long n)
{
    quant_check_blocks("quantize_q4_0", x, n);
    check_halves("quantize_q4_0", x, n, QUANT_Q4_0_MOST);
}

void matrix_quantize_check(const QuantizedMatrix *q, const Tensor *w)
{
    if (w->ndim != 2 || w->shape[0] != q->in || w->shape[1] != q->out)
        fail("matrix_quantize: w has shape %s, but the matrix of codes is (%ld, %ld)",
             tensor_shape_text(w), q->in, q->out);
    if (q->halves == NULL)
        return;
    double most = q->nibbles != NULL ? QUANT_Q4_0_MOST : QUANT_Q8_0_MOST;
    Scope *scope = scope_open();
    const Tensor *lies = tensor_contiguous(tensor_detach(tensor_new_view(w)));
    check_halves("matrix_quantize", lies->data, tensor_numel(lies), most);
    scope_close(scope);
}

void matmul_int8_check(const Tensor *out, const Tensor *x, const QuantizedMatrix *w,
                       const QuantParams *input)
{
    if (x->ndim != 2 || x->shape[1] != w->in)
        fail("matmul_int8: x has shape %s, but the matrix of codes takes (m, %ld)",
             tensor_shape_text(x), w->in);
    if (out->ndim != 2 || out->shape[0] != x->shape[0] || out->shape[1] != w->out)
        fail("matmul_int8: out has shape %s, expected (%ld, %ld)", tensor_shape_text(out),
             x->shape[0], w->out);
    if (!tensor_is_contiguous(x) || !tensor_is_contiguous(out))
        fail("matmul_int8: %s does not lie row by row. hint: tensor_contiguous",
             tensor_is_contiguous(x) ? "out" : "x");
    if (input == NULL)
        return;
    quant_check_params("matmul_int8", *input);
    if (-(double)input->quant_min * INT8_MAX * (double)w->in > INT32_MAX)
        fail("matmul_int8: a column has %ld codes, too many for codes of x down to %d: their "
             "products could overflow an int32_t. hint: up to %ld, or a quant_min of -127",
             w->in, input->quant_min, (long)(INT32_MAX / INT8_MAX / -input->quant_min));
}

/* Looks at every number, whatever the strides. */
void minmax_observer_check(const Tensor *x)
{
    Scope *scope = scope_open();
    const Tensor *lies = tensor_contiguous(tensor_detach(tensor_new_view(x)));
    check_finite("minmax_observer_add", lies->data, tensor_numel(lies));
    scope_close(scope);
}

/* ---- a range, as steps ----------------------------------------------------------------------- */

EXERCISE
QuantParams quant_symmetric(const real *x, long n, int bits)
{
    quant_check_range("quant_symmetric", x, n, bits);
    int most = (1 << (bits - 1)) - 1;
    float largest = 0;
    for (long i = 0; i < n; i++)
        largest = fmaxf(largest, fabsf((float)x[i]));
    return (QuantParams){largest / (float)most, 0, -most, most};
}

EXERCISE
QuantParams quant_affine(const real *x, long n, int bits)
{
    quant_check_range("quant_affine", x, n, bits);
    float low = 0, high = 0;
    for (long i = 0; i < n; i++) {
        low = fminf(low, (float)x[i]);
        high = fmaxf(high, (float)x[i]);
    }
    int steps = (1 << bits) - 1, least = -(1 << (bits - 1));
    QuantParams p = {(high - low) / (float)steps, 0, least, least + steps};
    if (p.scale > QUANT_LEAST_SCALE)
        p.zero_point = least - (int)lroundf(low / p.scale);
    return p;
}

/* ---- a row ----------------------------------------------------------------------------------- */

EXERCISE
void quantize_row(int8_t *q, const real *x, long n, QuantParams p)
{
    quant_check_params("quantize_row", p);
    float steps_per_unit = p.scale > QUANT_LEAST_SCALE ? 1 / p.scale : 0;
    for (long i = 0; i < n; i++) {
        float step = roundf((float)x[i] * steps_per_unit) + (float)p.zero_point;
        q[i] = (int8_t)fmaxf((float)p.quant_min, fminf((float)p.quant_max, step));
    }
}

void dequantize_row(real *x, const int8_t *q, long n, QuantParams p)
{
    quant_check_params("dequantize_row", p);
    for (long i = 0; i < n; i++)
        x[i] = (real)(p.scale * (float)(q[i] - p.zero_point));
}
