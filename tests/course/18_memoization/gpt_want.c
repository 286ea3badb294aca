/* gpt_want.c - a model that reads all of a text at once. */
#include "want.h"

/* (1, T, C) of row b */
static Tensor *embedded(Reading r, long b)
{
    const Gpt *g = r.model;
    long T = 0, C = g->options.embed_dim;
    for (long p = 0; p < r.n_pieces; p++)
        T += r.pieces[b * r.n_pieces + p];
    Tensor *x = blank(SHAPE(1, T, C));
    for (long i = 0; i < T * C; i++) {
        long c = i % C, t = i / C;
        x->data[i] = (real)at(g->tokens->weight, AT(r.ids[b * r.width + t], c));
        if (g->positions != NULL)
            x->data[i] += (real)at(g->positions->table, AT(t, c));
    }
    return x;
}

static Tensor *attend(const MultiHeadAttention *a, const Tensor *x)
{
    long H = a->num_heads, T = x->shape[1];
    Tensor *q = plain_part(a, x, 0), *k = plain_part(a, x, 1), *v = plain_part(a, x, 2);
    Tensor *scores =
        plain_scaled(plain_matmul(q, plain_transpose(k, -2, -1)), 1 / sqrt((double)a->head_dim));
    for (long i = 0; i < H * T * T; i++)
        if (i % T > i / T % T)
            scores->data[i] = (real)-INFINITY;
    return plain_linear(a->out, plain_merge(plain_matmul(plain_softmax(scores, -1), v)));
}

static Tensor *through(const Block *b, Tensor *x)
{
    x = plain_pair(x, attend(b->attn, plain_norm(b->norm1, x)), plus);
    return plain_pair(x, plain_mlp(b, plain_norm(b->norm2, x)), plus);
}

/* The logits of the last token of row b into V numbers. */
static void row_logits(Reading r, long b, real *logits)
{
    const Gpt *g = r.model;
    long C = g->options.embed_dim, V = g->options.vocabulary;
    Tensor *x = embedded(r, b), *last = blank(SHAPE(1, C));
    for (long i = 0; i < g->options.num_layers; i++)
        x = through(g->blocks[i], x);
    memcpy(last->data, x->data + (x->shape[1] - 1) * C, (size_t)C * sizeof(real));
    Tensor *table = g->head != NULL ? g->head->weight : plain_transpose(g->tokens->weight, 0, 1);
    Tensor *y = plain_matmul(plain_norm(g->norm, last), table);
    memcpy(logits, y->data, (size_t)V * sizeof(real));
}

Tensor *logits_want(Reading r)
{
    Tensor *logits = blank(SHAPE(r.rows, r.model->options.vocabulary));
    for (long b = 0; b < r.rows; b++)
        row_logits(r, b, logits->data + b * r.model->options.vocabulary);
    return logits;
}
