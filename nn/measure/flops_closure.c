/* flops_closure.c - arithmetic of every operation: products by their formula, all else by a table.
 *
 * What is in the table is small beside the products of any network that is slow, so its numbers need not be exact: they
 * say how an operation is computed if nobody is clever, an exp, a tanh, a root or a division for one.
 */
#include <string.h>
#include "costs.h"

/* For each element of the first input, or of the output where `of_output`. */
typedef struct {
    const char *name;
    double each;
    bool of_output;
} PerElement;

static const PerElement table[] = {
    {"contiguous", 0, true},     {"reshape", 0, true},
    {"slice", 0, true},          {"concat", 0, true},
    {"embedding", 0, true},      {"gather", 0, true},
    {"where", 0, true},          {"masked_fill", 0, true},
    {"sum", 1, false},           {"mean", 1, false},
    {"max", 1, false},           {"min", 1, false},
    {"prod", 1, false},          {"cumsum", 1, false},
    {"avg_pool2d", 1, false},    {"max_pool2d", 1, false},
    {"norm", 2, false},          {"var", 3, false},
    {"std", 4, false},           {"logsumexp", 4, false},
    {"sigmoid", 4, true},        {"silu", 5, true},
    {"gelu", 9, true},           {"bias_gelu", 10, true},
    {"softmax", 5, true},        {"log_softmax", 5, true},
    {"layer_norm", 7, true},     {"batch_norm2d", 7, true},
    {"cross_entropy", 5, false}, {"mse_loss", 3, false},
    {"bce_loss", 7, false},      {"bce_with_logits", 7, false},
};

static bool named(const Closure *c, const char *name)
{
    return strcmp(c->op->name, name) == 0;
}

bool closure_is_product(const Closure *c)
{
    return named(c, "matmul") || named(c, "linear") || named(c, "conv2d");
}

static double conv2d_flops(const Closure *c)
{
    const Tensor *weight = c->in[1]; /* (Cout, Cin / groups, KH, KW) */
    double k = (double)(weight->shape[1] * weight->shape[2] * weight->shape[3]);
    return 2 * (double)tensor_numel(c->out) * k;
}

double flops_closure(const Closure *c)
{
    if (c->op->view != NULL)
        return 0;
    if (named(c, "conv2d"))
        return conv2d_flops(c);
    if (closure_is_product(c))
        return flops_matmul(c);
    if (c->op->flops != NULL)
        return c->op->flops(c);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (named(c, table[i].name))
            return table[i].each * (double)tensor_numel(table[i].of_output ? c->out : c->in[0]);
    return (double)tensor_numel(c->out);
}

double flops_other_gradients(const Closure *c)
{
    int wanted = 0;
    for (int i = 0; i < c->n_in; i++)
        wanted += c->in[i]->requires_grad;
    if (named(c, "flash_attention"))
        return wanted > 0 ? 2.5 * flops_closure(c)
                          : 0; /* five products, one of them the scores once more */
    return wanted * flops_closure(c);
}
