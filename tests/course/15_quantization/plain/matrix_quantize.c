/* matrix_quantize.c - four kinds of scales, one loop over columns for each. */
#include <string.h>
#include "quantize_parts.h"

static void quantize_whole(QuantizedMatrix *q, const real *numbers)
{
    long n = q->in * q->out;
    QuantParams p = quant_symmetric(numbers, n, 8);
    quantize_row(q->codes, numbers, n, p);
    q->scales[0] = p.scale;
}

static void quantize_columns(QuantizedMatrix *q, const real *numbers)
{
    for (long j = 0; j < q->out; j++) {
        QuantParams p = quant_symmetric(numbers + j * q->in, q->in, 8);
        quantize_row(q->codes + j * q->in, numbers + j * q->in, q->in, p);
        q->scales[j] = p.scale;
    }
}

static void quantize_groups(QuantizedMatrix *q, const real *numbers)
{
    long size = q->scheme.group, groups = q->in / size;
    for (long j = 0; j < q->out; j++)
        for (long g = 0; g < groups; g++) {
            long start = j * q->in + g * size;
            QuantParams p = quant_symmetric(numbers + start, size, 8);
            quantize_row(q->codes + start, numbers + start, size, p);
            q->halves[j * groups + g] = half_from_float(p.scale);
        }
}

static void quantize_nibbles(QuantizedMatrix *q, const real *numbers)
{
    long groups = q->in / QUANT_BLOCK;
    for (long j = 0; j < q->out; j++)
        for (long g = 0; g < groups; g++) {
            long start = j * q->in + g * QUANT_BLOCK;
            BlockQ4 block;
            quantize_q4_0(&block, numbers + start, QUANT_BLOCK);
            q->halves[j * groups + g] = block.d;
            memcpy(q->nibbles + start / 2, block.qs, 16);
        }
}

void matrix_quantize(QuantizedMatrix *q, const Tensor *w)
{
    matrix_quantize_check(q, w);
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *columns = tensor_contiguous(tensor_transpose(tensor_new_view(w), 0, 1));

    if (q->scheme.bits == 4)
        quantize_nibbles(q, columns->data);
    else if (q->scheme.group == PER_TENSOR)
        quantize_whole(q, columns->data);
    else if (q->scheme.group == PER_COLUMN)
        quantize_columns(q, columns->data);
    else
        quantize_groups(q, columns->data);
    scope_close(scope);
}
