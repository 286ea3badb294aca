/* matmul_want.c - a product of codes by loops in double. */
#include "want.h"

static double code_of_w(const QuantizedMatrix *w, long i, long j)
{
    if (w->codes != NULL)
        return w->codes[j * w->in + i];
    int byte = w->nibbles[(j * w->in + i / 32 * 32) / 2 + i % 16];
    return (i % 32 < 16 ? byte & 15 : byte >> 4) - 8;
}

static double scale_of_w(const QuantizedMatrix *w, long i, long j)
{
    if (w->scales != NULL)
        return (double)w->scales[w->scheme.group == PER_TENSOR ? 0 : j];
    return (double)half_to_float(w->halves[(j * w->in + i) / w->scheme.group]);
}

/* Of row r. */
static QuantParams params_of_x(const Tensor *x, long r)
{
    double largest = 0;
    for (long i = 0; i < x->shape[1]; i++)
        largest = fmax(largest, fabs(at(x, AT(r, i))));
    return (QuantParams){(float)(largest / 127), 0, -127, 127};
}

static double code_of_x(double x, QuantParams p)
{
    double code = round(x / (double)p.scale) + p.zero_point;
    return fmax(p.quant_min, fmin(p.quant_max, code));
}

Tensor *matmul_want(const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    Tensor *out = blank(SHAPE(x->shape[0], w->out));
    for (long r = 0; r < x->shape[0]; r++)
        for (long j = 0; j < w->out; j++) {
            QuantParams p = input != NULL ? *input : params_of_x(x, r);
            double sum = 0;
            for (long i = 0; i < w->in; i++)
                sum += scale_of_w(w, i, j) * (code_of_x(at(x, AT(r, i)), p) - p.zero_point) *
                       code_of_w(w, i, j);
            out->data[r * w->out + j] = (real)((double)p.scale * sum);
        }
    return out;
}

/* A byte for each code; and for each row as many bytes again as 32 codes have, for what belongs to it. */
double matmul_room_want(long rows, long in)
{
    return (double)((rows + 1) * (in + 32) + 2048);
}
