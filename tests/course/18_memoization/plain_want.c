/* plain_want.c - the parts of a model in plain loops, right; the other *_want.c put them together. */
#include "want.h"

Tensor *plain_linear(const Linear *l, const Tensor *x)
{
    Tensor *y = plain_matmul(x, l->weight);
    return l->bias == NULL ? y : plain_pair(y, l->bias, plus);
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
        for (long i = 0; i < C; i++)
            v[i] = (real)(((double)v[i] - mean) / sqrt(variance + (double)n->eps) *
                              (double)n->weight->data[i] +
                          (double)n->bias->data[i]);
    }
    return y;
}

static double gelu(double x)
{
    return 0.5 * x * (1 + tanh(0.79788456080286535588 * (x + 0.044715 * x * x * x)));
}

Tensor *plain_mlp(const Block *b, const Tensor *x)
{
    return plain_linear(b->down, plain_map(plain_linear(b->up, x), gelu));
}

/* ---- attention ---------------------------------------------------------------------------------------------- */

/* (B, n, C) -> (B, H, n, D) */
static Tensor *split(const Tensor *x, long H)
{
    long B = x->shape[0], n = x->shape[1], C = x->shape[2];
    return plain_transpose(plain_reshape(x, SHAPE(B, n, H, C / H)), 1, 2);
}

Tensor *plain_merge(const Tensor *heads)
{
    long B = heads->shape[0], H = heads->shape[1], n = heads->shape[2], D = heads->shape[3];
    return plain_reshape(plain_transpose(heads, 1, 2), SHAPE(B, n, H * D));
}

/* Columns from .. from + n of x (B, T, C). */
static Tensor *columns_of(const Tensor *x, long from, long n)
{
    Tensor *y = blank(SHAPE(x->shape[0], x->shape[1], n));
    for (long i = 0; i < tensor_numel(y); i++)
        y->data[i] = (real)at(x, AT(i / n / x->shape[1], i / n % x->shape[1], from + i % n));
    return y;
}

/* 0: queries, 1: keys, 2: values, (B, H, n, D) */
Tensor *plain_part(const MultiHeadAttention *a, const Tensor *x, int which)
{
    const Linear *apart[] = {a->q, a->k, a->v};
    long C = a->embed_dim;
    Tensor *y = a->qkv == NULL ? plain_linear(apart[which], x)
                               : columns_of(plain_linear(a->qkv, x), which * C, C);
    return split(y, a->num_heads);
}

/* ---- a token from its logits --------------------------------------------------------------------------------- */

int plain_token(const double *logits, long V, double temperature, uint64_t *state)
{
    double most = -INFINITY, sum = 0, reached = 0;
    int best = 0;
    for (long i = 0; i < V; i++)
        if (logits[i] > most) {
            most = logits[i];
            best = (int)i;
        }
    if (temperature == 0)
        return best;
    for (long i = 0; i < V; i++)
        sum += exp((logits[i] - most) / temperature);
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    double u = (double)((z ^ z >> 31) >> 11) * 0x1p-53;
    for (long i = 0; i < V; i++) {
        reached += exp((logits[i] - most) / temperature) / sum;
        if (reached > u)
            return (int)i;
    }
    return (int)V - 1;
}
