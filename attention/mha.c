/* mha.c - multi-head attention: H small attentions side by side, each with its own view of x.
 *
 *     Q = x W_Q, K = memory W_K, V = memory W_V      project       (B, T, C)
 *     split into heads                                             (B, H, T, D)
 *     softmax(Q K^T / sqrt(D) + mask) V              each head     (B, H, Tq, D)
 *     merge the heads                                              (B, Tq, C)
 *     times W_O                                      mix them      (B, Tq, C)
 *
 * The three projections may be one: W_Q | W_K | W_V side by side in a (C, 3C) matrix, one product
 * instead of three and the same numbers.
 */
#include "attention.h"

/* ---- projections ------------------------------------------------------------------------------- */

typedef struct {
    Tensor *q, *k, *v;
} Projected;

/* x times columns [from, to) of a linear layer: the columns are a view, so gradients find home. */
static Tensor *project_columns(Linear *l, Tensor *x, long from, long to)
{
    Tensor *y = tensor_matmul(x, tensor_slice(l->weight, 1, from, to, 1));
    return l->bias == NULL ? y : tensor_add(y, tensor_slice(l->bias, 0, from, to, 1));
}

static Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    long C = a->embed_dim;
    Tensor *part[3];
    if (x == memory) {
        tensor_split(linear_forward(a->qkv, x), 3, (long[]){C, C, C}, -1, part);
    } else {
        part[0] = project_columns(a->qkv, x, 0, C);
        Tensor *kv = project_columns(a->qkv, memory, C, 3 * C);
        tensor_split(kv, 2, (long[]){C, C}, -1, part + 1);
    }
    return (Projected){part[0], part[1], part[2]};
}

static Projected project(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (a->qkv != NULL)
        return project_in_one(a, x, memory);
    return (Projected){linear_forward(a->q, x), linear_forward(a->k, memory),
                       linear_forward(a->v, memory)};
}

/* ---- forward ----------------------------------------------------------------------------------- */

static void check_input(const MultiHeadAttention *a, const char *name, const Tensor *x)
{
    if (x->ndim != 3 || x->shape[2] != a->embed_dim)
        fail("mha_forward: %s has shape %s, expected (B, T, C) with C = embed_dim = %ld", name,
             tensor_shape_text(x), a->embed_dim);
}

Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    check_input(a, "x", x);
    check_input(a, "memory", memory);
    if (x->shape[0] != memory->shape[0])
        fail("mha_cross: x %s and memory %s differ in the batch size, %ld against %ld",
             tensor_shape_text(x), tensor_shape_text(memory), x->shape[0], memory->shape[0]);

    region_open("projections", -1);
    Projected p = project(a, x, memory);
    region_close();

    region_open("split heads", -1);
    Tensor *q = split_heads(p.q, a->num_heads);
    Tensor *k = split_heads(p.k, a->num_heads);
    Tensor *v = split_heads(p.v, a->num_heads);
    region_close();

    Tensor *context = attention_output(q, k, v, mask, a->causal, a->dropout);

    region_open("merge", -1);
    Tensor *merged = merge_heads(context);
    region_close();

    region_open("output", -1);
    Tensor *y = linear_forward(a->out, merged);
    region_close();
    return y;
}
