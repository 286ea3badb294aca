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
#include "todo.h"

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

/* ---- 12.15 (12.14 stands below) --------------------------------------------------------------------- */

static Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (x != memory) { /* given: x asks and another tensor answers */
        Tensor *q = project_columns(a->qkv, x, 0, a->embed_dim);
        Tensor *k = project_columns(a->qkv, memory, a->embed_dim, 2 * a->embed_dim);
        Tensor *v = project_columns(a->qkv, memory, 2 * a->embed_dim, 3 * a->embed_dim);
        return (Projected){q, k, v};
    }

    /* TODO: all three projections of x in one product.
     *
     * APPROACH
     *   1. linear_forward with a->qkv: (B, T, C) becomes (B, T, 3C).
     *   2. tensor_split cuts that into three parts of C = a->embed_dim along the last axis:
     *      Tensor *part[3]; tensor_split(y, 3, sizes, -1, part) with long sizes[] = {C, C, C}.
     *   3. return (Projected){part[0], part[1], part[2]};
     *
     * EXAMPLE
     *   C = 2; y of one token = [1, 2, 3, 4, 5, 6]:  q = [1, 2], k = [3, 4], v = [5, 6]
     *
     * HINT: the columns of W_QKV lie in the order q, k, v. */
    todo("12.15 project_in_one");
}

/* ---- 12.14 --------------------------------------------------------------------------------------- */

static void check_input(const MultiHeadAttention *a, const char *name, const Tensor *x)
{
    if (x->ndim != 3 || x->shape[2] != a->embed_dim)
        fail("mha_forward: %s has shape %s, expected (B, T, C) with C = embed_dim = %ld", name,
             tensor_shape_text(x), a->embed_dim);
}

Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    /* given */
    check_input(a, "x", x);
    check_input(a, "memory", memory);
    if (x->shape[0] != memory->shape[0])
        fail("mha_cross: x %s and memory %s differ in the batch size, %ld against %ld",
             tensor_shape_text(x), tensor_shape_text(memory), x->shape[0], memory->shape[0]);

    /* TODO: project, split, attend, merge, project. x asks (queries), memory answers (keys, values).
     *
     * APPROACH
     *   1. Project: if a->qkv is not NULL, project_in_one(a, x, memory). Else three linear layers,
     *      linear_forward(a->q, ...), a->k, a->v. Which of them reads x, which memory?
     *   2. split_heads each of the three; a->num_heads
     *   3. attention_output(q, k, v, mask, a->causal, a->dropout) lets each head attend: it goes through
     *      your attention_pattern and attention_context
     *   4. merge_heads
     *   5. linear_forward with a->out mixes what the heads found.
     *
     * EXAMPLE (shapes)
     *   x (2, 5, 8), 4 heads: q (2, 5, 8) -> (2, 4, 5, 2); context (2, 4, 5, 2) -> (2, 5, 8)
     *   -> out (2, 5, 8)
     *
     * HINT: nothing here knows about heads but split_heads and merge_heads: to attention_output a
     * head is one more axis in front. */
    return todo("12.14 mha_cross");
}
