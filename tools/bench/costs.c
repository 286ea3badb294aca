/* costs.c - flops and bytes, read off the closures of a graph.
 *
 * A closure knows its operation's name and the shapes of all it touched; that is enough. Backward of a
 * product is one product per input that wants a gradient, and backward of anything else moves about
 * twice the bytes of forward: gradients and values. Invariant: nothing is measured here, so the same
 * graph has the same cost on every machine.
 */
#include "costs.h"
#include <string.h>

static bool named(const Closure *c, const char *name)
{
    return strcmp(c->op->name, name) == 0;
}

/* Queries times keys and weights times values: 4 Tk flops per output number, half if causal. */
static double attention_flops(const Closure *c)
{
    const Tensor *keys = c->n_in > 1 ? c->in[1] : c->in[0];
    long Tk = keys->shape[keys->ndim - 2];
    if (c->n_in == 1) /* (B, T, 3C) */
        Tk = keys->shape[1];
    char text[32] = "";
    if (c->op->describe != NULL)
        c->op->describe(c, text, sizeof text);
    double square = 4.0 * (double)tensor_numel(c->out) * (double)Tk;
    return strcmp(text, "causal") == 0 ? square / 2 : square;
}

static bool is_product(const Closure *c)
{
    return named(c, "matmul") || named(c, "linear") || named(c, "conv2d");
}

/* 2 for each number of the result and each that it is a sum of. */
static double product_flops(const Closure *c)
{
    const Tensor *a = c->in[0], *weight = c->n_in > 1 ? c->in[1] : NULL;
    long depth = a->shape[a->ndim - 1];
    if (named(c, "conv2d")) /* (Cout, Cin / groups, KH, KW) */
        depth = weight->shape[1] * weight->shape[2] * weight->shape[3];
    return 2.0 * (double)tensor_numel(c->out) * (double)depth;
}

static double bytes_of(const Tensor *t)
{
    return (double)tensor_numel(t) * sizeof(real);
}

/* A gather reads the rows it asks for, not its whole table. */
static double bytes_forward(const Closure *c)
{
    if (c->op->view != NULL)
        return 0;
    double sum = bytes_of(c->out);
    for (int i = 0; i < c->n_in; i++)
        sum += named(c, "embedding") || named(c, "gather") ? bytes_of(c->out) : bytes_of(c->in[i]);
    return sum;
}

Cost cost_forward(const Closure *c)
{
    Cost cost = {.bytes = bytes_forward(c)};
    if (is_product(c))
        cost.flops = product_flops(c);
    else if (named(c, "flash_attention"))
        cost.flops = attention_flops(c);
    return cost;
}

Cost cost_backward(const Closure *c)
{
    Cost cost = cost_forward(c);
    int products = 0;
    for (int i = 0; i < c->n_in && i < 2; i++)
        products += c->in[i]->requires_grad;
    cost.bytes *= 2;
    if (is_product(c))
        cost.flops *= products;
    else
        cost.flops *= 2.5; /* five products, one of them the scores once more */
    return cost;
}

Cost cost_graph(Tensor *root)
{
    Cost sum = {0};
    for (const Closure *c = backward_order(root); c != NULL; c = c->next) {
        Cost there = cost_forward(c), back = cost_backward(c);
        sum.flops += there.flops + back.flops;
        sum.bytes += there.bytes + back.bytes;
    }
    return sum;
}
