/* mha_new.c - multi-head attention: made, looked at, and copied. mha.c is what it computes.
 *
 * The three projections may lie side by side in one (C, 3C) matrix, W_Q | W_K | W_V. Invariant:
 * part() is all that knows here where each one lies.
 */
#include "attention_shared.h"

/* ---- making one ------------------------------------------------------------------------------ */

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
    if (o.init == NULL)
        fail("mha_new: options.init is NULL; starting values are drawn from it. hint: "
             "Rng rng = rng_seed(1); and .init = &rng");
    if (o.dropout > 0 && o.dropout_rng == NULL)
        fail("mha_new: options.dropout_rng is NULL, but dropout %g needs random numbers. hint: a "
             "stream of its own, or .dropout_rng = &rng as well",
             (double)o.dropout);
}

static Linear *projection(MultiHeadAttention *a, const char *name, long width, const char *W,
                          const char *b, MhaOptions o)
{
    Linear *l = linear_new(o.embed_dim, width, !o.no_bias, o.init);
    tensor_named(l->weight, W);
    if (l->bias != NULL)
        tensor_named(l->bias, b);
    module_add(&a->module, name, &l->module);
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
    a->causal = o.causal;
    if (o.qkv_in_one) {
        a->qkv = projection(a, "qkv", 3 * o.embed_dim, "W_QKV", "b_QKV", o);
    } else {
        a->q = projection(a, "q", o.embed_dim, "W_Q", "b_Q", o);
        a->k = projection(a, "k", o.embed_dim, "W_K", "b_K", o);
        a->v = projection(a, "v", o.embed_dim, "W_V", "b_V", o);
    }
    a->out = projection(a, "out", o.embed_dim, "W_O", "b_O", o);
    if (o.dropout > 0) {
        a->dropout = dropout_new(o.dropout, o.dropout_rng);
        module_add(&a->module, "dropout", &a->dropout->module);
    }
    return a;
}

/* ---- one matrix or three --------------------------------------------------------------------- */

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
        slice_view(view, whole, -1, i * a->embed_dim, (i + 1) * a->embed_dim, 1);
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
        copy_kernel(part(to, i, false), part(from, i, false));
        if (to->out->bias != NULL)
            copy_kernel(part(to, i, true), part(from, i, true));
    }
    scope_close(scope);
    copy_kernel(to->out->weight, from->out->weight);
    if (to->out->bias != NULL)
        copy_kernel(to->out->bias, from->out->bias);
}

/* ---- forward --------------------------------------------------------------------------------- */

Tensor *mha_forward(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    return mha_cross(a, x, x, mask);
}

/* Queries (0) or keys (1) of x, one matrix per head. */
static Tensor *heads_of(MultiHeadAttention *a, Tensor *x, int i)
{
    if (a->qkv == NULL)
        return split_heads(linear_forward(i == 0 ? a->q : a->k, x), a->num_heads);
    long from = i * a->embed_dim;
    return split_heads(project_columns(a->qkv, x, from, from + a->embed_dim), a->num_heads);
}

Attention mha_attend(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    Attention result = {.output = mha_forward(a, x, mask)}; /* checks x */
    Tensor *q = heads_of(a, x, 0), *k = heads_of(a, x, 1);
    result.weights = attention_pattern(q, k, causal_as_mask("mha_attend", mask, a->causal, q, k));
    return result;
}
