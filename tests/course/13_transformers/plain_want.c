/* plain_want.c - the parts of a transformer in plain loops, right; gpt_want.c and others put them together. */
#include "want.h"

Tensor *plain_sum(const Tensor *a, const Tensor *b)
{
    return plain_pair(a, b, plus);
}

Tensor *plain_linear(const Linear *l, const Tensor *x)
{
    Tensor *y = plain_matmul(x, l->weight);
    return l->bias == NULL ? y : plain_sum(y, l->bias);
}

Tensor *plain_norm(const LayerNorm *n, const Tensor *x)
{
    long C = x->shape[x->ndim - 1];
    Tensor *y = copy_of(x);
    for (long row = 0; row < tensor_numel(y) / C; row++) {
        real *v = y->data + row * C;
        double mean = 0, variance = 0;
        for (long i = 0; i < C; i++)
            mean += (double)v[i] / (double)C;
        for (long i = 0; i < C; i++)
            variance += ((double)v[i] - mean) * ((double)v[i] - mean) / (double)C;
        double rstd = 1 / sqrt(variance + (double)n->eps);
        for (long i = 0; i < C; i++)
            v[i] = (real)(((double)v[i] - mean) * rstd * (double)n->weight->data[i] +
                          (double)n->bias->data[i]);
    }
    return y;
}

/* ---- attention, one head of one sequence after the other ----------------------------------------------- */

static bool allowed(const Tensor *mask, bool causal, long b, long i, long j)
{
    if (causal && j > i)
        return false;
    if (mask == NULL)
        return true;
    return (mask->ndim == 2 ? at(mask, AT(i, j)) : at(mask, AT(b, 0, 0, j))) == 1;
}

/* What query i of sequence b gets from head h, into D numbers of y. */
static void one_query(const MultiHeadAttention *a, const Tensor *q, const Tensor *k,
                      const Tensor *v, const Tensor *mask, long b, long h, long i, Tensor *y)
{
    long T = q->shape[1], D = a->head_dim;
    double w[64], most = -INFINITY, sum = 0;
    for (long j = 0; j < T; j++) {
        w[j] = -INFINITY;
        if (!allowed(mask, a->causal, b, i, j))
            continue;
        w[j] = 0;
        for (long d = 0; d < D; d++)
            w[j] += at(q, AT(b, i, h * D + d)) * at(k, AT(b, j, h * D + d)) / sqrt((double)D);
        most = fmax(most, w[j]);
    }
    for (long j = 0; j < T && most > -INFINITY; j++)
        sum += w[j] = exp(w[j] - most);
    for (long d = 0; d < D; d++) {
        double out = 0;
        for (long j = 0; j < T && sum > 0; j++)
            out += w[j] / sum * at(v, AT(b, j, h * D + d));
        y->data[(b * T + i) * q->shape[2] + h * D + d] = (real)out;
    }
}

Tensor *plain_attention(const MultiHeadAttention *a, const Tensor *x, const Tensor *mask)
{
    Tensor *q = plain_linear(a->q, x), *k = plain_linear(a->k, x), *v = plain_linear(a->v, x);
    Tensor *y = blank(x->ndim, x->shape);
    for (long b = 0; b < x->shape[0]; b++)
        for (long h = 0; h < a->num_heads; h++)
            for (long i = 0; i < x->shape[1]; i++)
                one_query(a, q, k, v, mask, b, h, i, y);
    return plain_linear(a->out, y);
}

/* ---- the block -------------------------------------------------------------------------------------------- */

double plain_gelu(double x)
{
    return 0.5 * x * (1 + tanh(0.79788456080286535588 * (x + 0.044715 * x * x * x)));
}

Tensor *plain_mlp(const Block *b, const Tensor *x)
{
    return plain_linear(b->down, plain_map(plain_linear(b->up, x), plain_gelu));
}

Tensor *plain_block(const Block *b, const Tensor *x, const Tensor *mask)
{
    Tensor *seen = plain_sum(x, plain_attention(b->attn, plain_norm(b->norm1, x), mask));
    return plain_sum(seen, plain_mlp(b, plain_norm(b->norm2, seen)));
}
