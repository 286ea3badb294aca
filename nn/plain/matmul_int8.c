/* matmul_int8.c - a product of codes: whole numbers inside, one multiplication by scales at the
 * end.
 *
 * Each row of x gets its own scale when it comes, since nobody knows beforehand how large it will
 * be. Where the codes of x have a zero point, what it adds to each product has to be taken off: (q
 * - zero) w is q w - zero w.
 *
 * Invariant: no float is multiplied inside of a group; scales come once for each.
 */
#include "quantize_parts.h"

/* One row of codes times one column of them: sum over groups of scale * sum of (q_x - zero) q_w. */
static double row_times_column(const int8_t *x, int zero, const QuantizedMatrix *w, long j,
                               const int8_t *column)
{
    long group = quantized_group(w);
    double total = 0;
    for (long i = 0; i < w->in; i += group) {
        int64_t sum = dot_int8(x + i, column + i, group); /* q - zero has 9 bits */
        for (long k = i; zero != 0 && k < i + group; k++)
            sum -= zero * column[k];
        total += (double)quantized_scale(w, j, i) * (double)sum;
    }
    return total;
}

EXERCISE
void matmul_int8(Tensor *out, const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    matmul_int8_check(out, x, w, input);
    Scope *scope = scope_open();
    long rows = x->shape[0];
    int8_t *codes = scope_alloc(scope, (size_t)(rows * w->in)); /* of x */
    int8_t *column = scope_alloc(scope, (size_t)w->in);
    QuantParams *p = scope_alloc(scope, (size_t)rows * sizeof *p);
    for (long r = 0; r < rows; r++) {
        const real *numbers = x->data + r * w->in;
        p[r] = input != NULL ? *input : quant_symmetric(numbers, w->in, 8);
        quantize_row(codes + r * w->in, numbers, w->in, p[r]);
    }
    for (long j = 0; j < w->out; j++) {
        quantized_column(w, j, column); /* w is large: once */
        for (long r = 0; r < rows; r++) {
            double total = row_times_column(codes + r * w->in, p[r].zero_point, w, j, column);
            out->data[r * w->out + j] = (real)(p[r].scale * total);
        }
    }
    scope_close(scope);
}
