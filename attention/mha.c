/* mha.c - multi-head attention: H small attentions side by side, each with its own view of x.
 *
 *     Q = x W_Q, K = memory W_K, V = memory W_V      project       (B, T, C)
 *     split into heads                                             (B, H, T, D)
 *     softmax(Q K^T / sqrt(D) + mask) V              each head     (B, H, Tq, D)
 *     merge the heads                                              (B, Tq, C)
 *     times W_O                                      mix them      (B, Tq, C)
 *
 * The three projections may be one: W_Q | W_K | W_V side by side in a (C, 3C) matrix, one product
 * instead of three and the same numbers. part() below is all that knows where each one lies.
 */
#include "attention.h"

/* ---- making one -------------------------------------------------------------------------------- */

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

static Projected project_fused(MultiHeadAttention *a, Tensor *x, Tensor *memory)
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
        return project_fused(a, x, memory);
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

/* Attention without weights to look at: one operation, which reads the heads where they lie. */
static Tensor *context_at_once(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    FusedAttentionOptions o = {.mask = mask};
    if (a->dropout != NULL) {
        o.dropout = a->dropout->p;
        o.rng = a->dropout->rng;
        o.training = a->dropout->module.training;
    }
    graph_scope_open("projections", -1);
    bool together = a->qkv != NULL && x == memory;
    Tensor *qkv = together ? linear_forward(a->qkv, x) : NULL;
    Projected p = together ? (Projected){0} : project(a, x, memory);
    graph_scope_close();
    return together ? fused_attention_qkv(qkv, a->num_heads, o)
                    : fused_attention_heads(p.q, p.k, p.v, a->num_heads, o);
}

/* The same step by step, with the weights kept. */
static Tensor *context_in_steps(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    graph_scope_open("projections", -1);
    Projected p = project(a, x, memory);
    graph_scope_close();

    graph_scope_open("split heads", -1);
    Tensor *q = split_heads(p.q, a->num_heads);
    Tensor *k = split_heads(p.k, a->num_heads);
    Tensor *v = split_heads(p.v, a->num_heads);
    graph_scope_close();

    Tensor *weights = attention_pattern(q, k, mask);
    a->weights = weights;
    if (a->dropout != NULL)
        weights = dropout_apply(a->dropout, weights);

    graph_scope_open("merge", -1);
    Tensor *context = merge_heads(attention_context(weights, v));
    graph_scope_close();
    return context;
}

Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    check_input(a, "x", x);
    check_input(a, "memory", memory);
    if (x->shape[0] != memory->shape[0])
        fail("mha_cross: x %s and memory %s differ in the batch size, %ld against %ld",
             tensor_shape_text(x), tensor_shape_text(memory), x->shape[0], memory->shape[0]);

    a->weights = NULL;
    Tensor *context = a->keep_weights ? context_in_steps(a, x, memory, mask)
                                      : context_at_once(a, x, memory, mask);

    graph_scope_open("output", -1);
    Tensor *y = linear_forward(a->out, context);
    graph_scope_close();
    return y;
}

Tensor *mha_forward(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    return mha_cross(a, x, x, mask);
}

/* ---- fused and separate ------------------------------------------------------------------------ */

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
