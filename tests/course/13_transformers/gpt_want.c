/* gpt_want.c - a language model and its loss in plain loops. */
#include "want.h"

static Tensor *rows_of(const Tensor *table, const IntTensor *ids)
{
    long n = ids->shape[0] * ids->shape[1], C = table->shape[1];
    Tensor *x = blank(SHAPE(ids->shape[0], ids->shape[1], C));
    for (long i = 0; i < n * C; i++)
        x->data[i] = (real)at(table, AT(ids->data[i / C], i % C));
    return x;
}

static void add_positions(const Tensor *table, Tensor *x)
{
    long T = x->shape[1], C = x->shape[2];
    for (long i = 0; i < tensor_numel(x); i++)
        x->data[i] += (real)at(table, AT(i / C % T, i % C));
}

Tensor *plain_gpt(const Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    Tensor *x = rows_of(g->tokens->weight, ids);
    if (g->positions != NULL)
        add_positions(g->positions->table, x);
    for (long i = 0; i < g->options.num_layers; i++)
        x = plain_block(g->blocks[i], x, padding);
    x = plain_norm(g->norm, x);
    return g->head != NULL ? plain_linear(g->head, x)
                           : plain_matmul(x, plain_transpose(g->tokens->weight, 0, 1));
}

Tensor *gpt_want(const Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    return plain_gpt(g, ids, padding);
}
