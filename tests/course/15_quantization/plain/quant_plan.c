/* quant_plan.c - all choices are tried, one matrix after the other. */
#include "quantize_parts.h"

typedef struct {
    long n, best[16], now[16];
    size_t bytes[16][QUANT_SCHEMES], limit;
    double error[16][QUANT_SCHEMES], least;
} Search;

static double product_error(const QuantizedMatrix *q, const Tensor *w, const Tensor *x)
{
    double sum = 0;
    for (long r = 0; r < x->shape[0]; r++)
        for (long j = 0; j < q->out; j++) {
            double wanted = 0, got = 0;
            int8_t codes[1024];
            quantized_column(q, j, codes);
            for (long i = 0; i < q->in; i++) {
                double number = (double)tensor_get(x, AT(r, i));
                wanted += number * (double)tensor_get(w, AT(i, j));
                got += number * (double)quantized_scale(q, j, i) * codes[i];
            }
            sum += (wanted - got) * (wanted - got);
        }
    return sum;
}

static void try_from(Search *s, long k, size_t bytes, double error)
{
    if (bytes > s->limit)
        return;
    if (k == s->n) {
        if (s->least < 0 || error < s->least) {
            s->least = error;
            for (long i = 0; i < k; i++)
                s->best[i] = s->now[i];
        }
        return;
    }
    for (int c = 0; c < QUANT_SCHEMES; c++) {
        s->now[k] = c;
        try_from(s, k + 1, bytes + s->bytes[k][c], error + s->error[k][c]);
    }
}

bool quant_plan(QuantScheme *scheme, long n, Tensor *const w[], Tensor *const x[], size_t bytes)
{
    quant_plan_check(n, w, x);

    Search s = {.n = n, .limit = bytes, .least = -1};
    for (long k = 0; k < n; k++)
        for (int c = 0; c < QUANT_SCHEMES; c++) {
            QuantizedMatrix *q =
                quantized_matrix_new(w[k]->shape[0], w[k]->shape[1], quant_scheme(c));
            matrix_quantize(q, w[k]);
            s.bytes[k][c] = quantized_matrix_bytes(q);
            s.error[k][c] = product_error(q, w[k], x[k]);
            quantized_matrix_free(q);
        }
    try_from(&s, 0, 0, 0);
    if (s.least < 0)
        return false;
    for (long k = 0; k < n; k++)
        scheme[k] = quant_scheme((int)s.best[k]);
    return true;
}
