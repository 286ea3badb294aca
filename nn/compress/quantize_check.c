/* quantize_check.c - what codes cannot be made of, and what does not fit. */
#include <math.h>
#include "quantize_parts.h"

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

void quantized_matrix_check(long in, long out, QuantScheme s)
{
    if (in < 0 || out < 0)
        fail("quantized_matrix_new: sizes are %ld and %ld, expected none below 0", in, out);
    shape_check("quantized_matrix_new", SHAPE(in, out));
    if (s.bits != 8 && s.bits != 4)
        fail("quantized_matrix_new: codes of %d bits, expected 8 or 4", s.bits);
    if (s.bits == 4 && s.group != QUANT_BLOCK)
        fail("quantized_matrix_new: codes of 4 bits in groups of %ld, expected %d: they are kept "
             "as Q4_0 keeps them",
             s.group, QUANT_BLOCK);
    if (s.group < PER_TENSOR)
        fail("quantized_matrix_new: group is %ld, expected PER_TENSOR, PER_COLUMN, or how many "
             "codes share a scale",
             s.group);
    if (s.group > 0 && in % s.group != 0)
        fail("quantized_matrix_new: groups of %ld do not fill a column of %ld codes", s.group, in);
    if (in > DOT_INT8_MAX)
        fail("quantized_matrix_new: a column has %ld codes, expected at most %ld: more products "
             "could overflow an int32_t",
             in, DOT_INT8_MAX);
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

void quantized_linear_check(const QuantizedLinear *l, const Tensor *x)
{
    long in = l->weight->in;
    if (x->ndim == 0 || x->shape[x->ndim - 1] != in)
        fail("quantized_linear_forward: x is %s but this layer takes (..., %ld)",
             tensor_shape_text(x), in);
    if (x->requires_grad && scope_settings()->recording)
        fail("quantized_linear_forward: x requires a gradient, but none passes through codes: a "
             "step has slope 0. hint: grad_mode(false), or tensor_detach");
}
