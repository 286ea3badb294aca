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

/* ---- making one: given ------------------------------------------------------------------------- */

/* The divisors of C around H, for the hint. */
static void nearest_divisors(long C, long H, long *below, long *above)
{
    *below = H < C ? H : C;
    while (C % *below != 0)
        --*below;
    *above = H < C ? H : C;
    while (C % *above != 0)
        ++*above;
}

static void check_options(MhaOptions o)
{
    if (o.embed_dim < 1 || o.num_heads < 1)
        fail("mha_new: embed_dim (%ld) and num_heads (%ld) must be at least 1", o.embed_dim,
             o.num_heads);
    if (o.embed_dim % o.num_heads != 0) {
        long below, above;
        nearest_divisors(o.embed_dim, o.num_heads, &below, &above);
        if (below == above)
            fail("mha_new: embed_dim (%ld) must be divisible by num_heads (%ld). hint: at most %ld "
                 "heads fit",
                 o.embed_dim, o.num_heads, below);
        fail(
            "mha_new: embed_dim (%ld) must be divisible by num_heads (%ld). hint: num_heads %ld or "
            "%ld would do",
            o.embed_dim, o.num_heads, below, above);
    }
    if (!(o.dropout >= 0 && o.dropout < 1))
        fail("mha_new: dropout is %g, expected 0 <= dropout < 1", (double)o.dropout);
    if (o.rng == NULL)
        fail("mha_new: options.rng is NULL; starting values are drawn from it. hint: "
             "Rng rng = rng_seed(1); and .rng = &rng");
}

static Linear *projection(MultiHeadAttention *a, const char *name, long width, const char *W,
                          const char *b, MhaOptions o)
{
    Linear *l = linear_new(o.embed_dim, width, !o.no_bias, o.rng);
    tensor_named(l->weight, W);
    if (l->bias != NULL)
        tensor_named(l->bias, b);
    module_child(&a->module, name, -1, &l->module);
    return l;
}

MultiHeadAttention *mha_new(MhaOptions o)
{
    check_options(o);
    UNDO_ON_FAIL;
    MultiHeadAttention *a = module_new(sizeof *a, "MultiHeadAttention", NULL);
    a->embed_dim = o.embed_dim;
    a->num_heads = o.num_heads;
    a->head_dim = o.embed_dim / o.num_heads;
    if (o.fused) {
        a->qkv = projection(a, "qkv", 3 * o.embed_dim, "W_QKV", "b_QKV", o);
    } else {
        a->q = projection(a, "q", o.embed_dim, "W_Q", "b_Q", o);
        a->k = projection(a, "k", o.embed_dim, "W_K", "b_K", o);
        a->v = projection(a, "v", o.embed_dim, "W_V", "b_V", o);
    }
    a->out = projection(a, "out", o.embed_dim, "W_O", "b_O", o);
    if (o.dropout > 0) {
        a->dropout = dropout_new(o.dropout, o.rng);
        module_child(&a->module, "dropout", -1, &a->dropout->module);
    }
    return a;
}

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

static Projected project_fused(MultiHeadAttention *a, Tensor *x, Tensor *memory)
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
    todo("12.15 project_fused");
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
     *   1. Project: if a->qkv is not NULL, project_fused(a, x, memory). Else three linear layers,
     *      linear_forward(a->q, ...), a->k, a->v. Which of them reads x, which memory?
     *   2. split_heads each of the three; a->num_heads
     *   3. weights = attention_pattern of q, k and the mask
     *   4. a->weights = a->keep_weights ? weights : NULL;
     *   5. If a->dropout is not NULL: weights = dropout_apply(a->dropout, weights)
     *   6. attention_context, merge_heads
     *   7. linear_forward with a->out mixes what the heads found.
     *
     * EXAMPLE (shapes)
     *   x (2, 5, 8), 4 heads: q (2, 5, 8) -> (2, 4, 5, 2); weights (2, 4, 5, 5);
     *   context (2, 4, 5, 2) -> (2, 5, 8) -> out (2, 5, 8)
     *
     * HINT: nothing here knows about heads but split_heads and merge_heads: to attention_pattern a
     * head is one more axis in front. */
    return todo("12.14 mha_cross");
}

/* ---- given --------------------------------------------------------------------------------------- */

Tensor *mha_forward(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    return mha_cross(a, x, x, mask);
}

/* ---- fused and separate: given ------------------------------------------------------------------------ */

/* Projection i (0 q, 1 k, 2 v), weight or bias, as a view wherever it lies; NULL without biases. */
static Tensor *part(const MultiHeadAttention *a, int i, bool bias)
{
    const Linear *separate[] = {a->q, a->k, a->v};
    const Linear *l = a->qkv != NULL ? a->qkv : separate[i];
    const Tensor *whole = bias ? l->bias : l->weight;
    if (whole == NULL)
        return NULL;
    Tensor *view = tensor_new_view(whole);
    if (a->qkv != NULL)
        slice_forward(view, whole, -1, i * a->embed_dim, (i + 1) * a->embed_dim, 1);
    return view;
}

void mha_copy(MultiHeadAttention *to, const MultiHeadAttention *from)
{
    if (to->embed_dim != from->embed_dim || to->num_heads != from->num_heads)
        fail("mha_copy: embed_dim and num_heads differ: %ld and %ld into %ld and %ld",
             from->embed_dim, from->num_heads, to->embed_dim, to->num_heads);
    if ((to->out->bias == NULL) != (from->out->bias == NULL))
        fail("mha_copy: one of the two has biases and the other has none. hint: make both with the "
             "same no_bias");
    Scope *scope = scope_open(); /* for the views */
    for (int i = 0; i < 3; i++) {
        copy_forward(part(to, i, false), part(from, i, false));
        if (to->out->bias != NULL)
            copy_forward(part(to, i, true), part(from, i, true));
    }
    scope_close(scope);
    copy_forward(to->out->weight, from->out->weight);
    if (to->out->bias != NULL)
        copy_forward(to->out->bias, from->out->bias);
}
