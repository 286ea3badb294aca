/* mha.c - multi-head attention: H small attentions side by side, each with its own view of x.
 *
 *     Q = x W_Q, K = memory W_K, V = memory W_V      project       (B, T, C)
 *     split into heads                                             (B, H, T, D)
 *     softmax(Q K^T / sqrt(D) + mask) V              each head     (B, H, Tq, D)
 *     merge the heads                                              (B, Tq, C)
 *     times W_O                                      mix them      (B, Tq, C)
 *
 * The three projections may lie in one matrix: project_in_one.c.
 */
#include "attention_shared.h"

static Projected project(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (a->qkv != NULL)
        return project_in_one(a, x, memory);
    return (Projected){linear_forward(a->q, x), linear_forward(a->k, memory),
                       linear_forward(a->v, memory)};
}

EXERCISE
Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    mha_check_inputs(a, x, memory);
    region_begin("projections"); /* a box in drawings of the graph */
    Projected p = project(a, x, memory);
    tensor_named(p.q, "Q"); /* and its name there */
    tensor_named(p.k, "K");
    tensor_named(p.v, "V");
    region_close();

    region_begin("split heads");
    Tensor *q = split_heads(p.q, a->num_heads);
    Tensor *k = split_heads(p.k, a->num_heads);
    Tensor *v = split_heads(p.v, a->num_heads);
    tensor_named(q, "q");
    tensor_named(k, "k");
    tensor_named(v, "v");
    region_close();

    Tensor *context = attention_output(q, k, v, mask, a->causal, a->dropout);

    region_begin("merge");
    Tensor *merged = merge_heads(context);
    region_close();

    region_begin("output");
    Tensor *y = linear_forward(a->out, merged);
    region_close();
    return y;
}
