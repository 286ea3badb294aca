/* matmul_int8.c - the codes of each row of x times those of each column of w, group by group. */
#include "quantize_parts.h"

static int32_t sum_of_codes(const int8_t *codes, long n)
{
    int32_t sum = 0;
    for (long i = 0; i < n; i++)
        sum += codes[i];
    return sum;
}

void matmul_int8(Tensor *out, const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    matmul_int8_check(out, x, w, input);
    Scope *scope = scope_open();

    long rows = x->shape[0], group = quantized_group(w);
    int8_t *all = scope_alloc(scope, (size_t)(rows * w->in));
    int8_t *column = scope_alloc(scope, (size_t)w->in);
    QuantParams *params = scope_alloc(scope, (size_t)rows * sizeof *params);
    for (long r = 0; r < rows; r++) {
        const real *numbers = x->data + r * w->in;
        if (input != NULL)
            params[r] = *input;
        else
            params[r] = quant_symmetric(numbers, w->in, 8);
        quantize_row(all + r * w->in, numbers, w->in, params[r]);
    }
    for (long j = 0; j < w->out; j++) {
        quantized_column(w, j, column);
        for (long r = 0; r < rows; r++) {
            const int8_t *row = all + r * w->in;
            QuantParams p = params[r];
            double total = 0;
            for (long start = 0; start < w->in; start += group) {
                int64_t dot = dot_int8(row + start, column + start, group);
                int64_t codes = sum_of_codes(column + start, group);
                dot -= p.zero_point * codes; /* may be more than 32 bits hold */
                total += (double)quantized_scale(w, j, start) * (double)dot;
            }
            out->data[r * w->out + j] = (real)((double)p.scale * total);
        }
    }
    scope_close(scope);
}
