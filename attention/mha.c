/* mha.c - multi-head attention: H small attentions side by side, each with its own view of x.
 *
 *     Q = x W_Q, K = memory W_K, V = memory W_V      project       (B, T, C)
 *     split into heads                                             (B, H, T, D)
 *     softmax(Q K^T / sqrt(D) + mask) V              each head     (B, H, Tq, D)
 *     merge the heads                                              (B, Tq, C)
 *     times W_O                                      mix them      (B, Tq, C)
 *
 * The three projections may lie side by side in one (C, 3C) matrix, W_Q | W_K | W_V: one product
 * instead of three, and the same numbers.
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

/* Of what tensor_rope would only refuse when the first text is read, what depends on the head. */
static void check_rope(RopeOptions rope, long D)
{
    if (rope.dims == 0 && D % 2 != 0)
        fail("mha_new: rotary positions turn pairs of numbers, and a head has %ld. hint: "
             ".rope.dims = %ld turns all but the last",
             D, D - 1);
    if (rope.dims < 0 || rope.dims > D || rope.dims % 2 != 0)
        fail("mha_new: rope.dims is %ld, expected an even number up to a head's %ld, or 0 for all",
             rope.dims, D);
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
    if (o.num_kv_heads < 0 || o.num_kv_heads > o.num_heads ||
        (o.num_kv_heads > 0 && o.num_heads % o.num_kv_heads != 0))
        fail("mha_new: num_kv_heads is %ld, expected a number that divides num_heads (%ld), or 0 "
             "for as many",
             o.num_kv_heads, o.num_heads);
    if (o.rotary)
        check_rope(o.rope, o.embed_dim / o.num_heads);
    if (o.kdim < 0 || o.vdim < 0)
        fail("mha_new: kdim is %ld and vdim %ld, expected at least 1, or 0 for embed_dim", o.kdim,
             o.vdim);
    long kdim = o.kdim > 0 ? o.kdim : o.embed_dim, vdim = o.vdim > 0 ? o.vdim : o.embed_dim;
    if (o.qkv_in_one && (kdim != o.embed_dim || vdim != o.embed_dim))
        fail("mha_new: qkv_in_one is one matrix for queries, keys and values, which have embed_dim "
             "= %ld, kdim = %ld and vdim = %ld channels. hint: leave qkv_in_one away",
             o.embed_dim, kdim, vdim);
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

static Linear *projection(MultiHeadAttention *a, const char *name, long in, long width,
                          const char *W, const char *b, MhaOptions o)
{
    Linear *l = linear_new(in, width, !o.no_bias, o.init);
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
    a->num_kv_heads = o.num_kv_heads > 0 ? o.num_kv_heads : o.num_heads;
    a->kdim = o.kdim > 0 ? o.kdim : o.embed_dim;
    a->vdim = o.vdim > 0 ? o.vdim : o.embed_dim;
    a->causal = o.causal;
    a->rotary = o.rotary;
    a->rope = o.rope;
    long C = o.embed_dim, kv_dim = a->num_kv_heads * a->head_dim;
    if (o.qkv_in_one) {
        a->qkv = projection(a, "qkv", C, C + 2 * kv_dim, "W_QKV", "b_QKV", o);
    } else {
        a->q = projection(a, "q", C, C, "W_Q", "b_Q", o);
        a->k = projection(a, "k", a->kdim, kv_dim, "W_K", "b_K", o);
        a->v = projection(a, "v", a->vdim, kv_dim, "W_V", "b_V", o);
    }
    a->out = projection(a, "out", C, C, "W_O", "b_O", o);
    if (o.dropout > 0) {
        a->dropout = dropout_new(o.dropout, o.dropout_rng);
        module_add(&a->module, "dropout", &a->dropout->module);
    }
    return a;
}

/* ---- one matrix or three --------------------------------------------------------------------- */

Tensor *project_columns(Linear *l, Tensor *x, long from, long to)
{
    Tensor *y = tensor_matmul(x, tensor_slice(l->weight, 1, from, to, 1));
    return l->bias == NULL ? y : tensor_add(y, tensor_slice(l->bias, 0, from, to, 1));
}

Projected project_apart(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    long C = a->embed_dim, K = a->num_kv_heads * a->head_dim;
    Tensor *part[2];
    tensor_split(project_columns(a->qkv, memory, C, C + 2 * K), 2, (long[]){K, K}, -1, part);
    return (Projected){project_columns(a->qkv, x, 0, C), part[0], part[1]};
}

Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (x != memory || a->num_kv_heads != a->num_heads)
        return project_apart(a, x, memory);
    long C = a->embed_dim;
    Tensor *part[3];
    tensor_split(linear_forward(a->qkv, x), 3, (long[]){C, C, C}, -1, part);
    return (Projected){part[0], part[1], part[2]};
}

static Projected project(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (a->qkv != NULL)
        return project_in_one(a, x, memory);
    return (Projected){linear_forward(a->q, x), linear_forward(a->k, memory),
                       linear_forward(a->v, memory)};
}

/* ---- where a token stands, if it is said here ------------------------------------------------ */

Tensor *heads_rotate(bool rotary, RopeOptions o, Tensor *x, const IntTensor *positions)
{
    if (!rotary)
        return x;
    o.start = 0;
    o.positions = positions;
    return tensor_rope(x, o);
}

/* ---- forward --------------------------------------------------------------------------------- */

void mha_check_input(const char *operation, const char *name, const Tensor *x, const char *width,
                     long C)
{
    if (x->ndim != 3 || x->shape[2] != C)
        fail("%s: %s has shape %s, expected (B, T, C) with C = %s = %ld", operation, name,
             tensor_shape_text(x), width, C);
}

void mha_check_widths(const char *operation, const MultiHeadAttention *a)
{
    if (a->kdim != a->embed_dim || a->vdim != a->embed_dim)
        fail("%s: tokens of embed_dim = %ld channels are to be keys and values, but those of this "
             "layer have kdim = %ld and vdim = %ld. hint: mha_cross, or mha_lookup where keys and "
             "values differ",
             operation, a->embed_dim, a->kdim, a->vdim);
}

static const char *called(const Tensor *x, const Tensor *memory)
{
    return memory == x ? "mha_forward" : "mha_cross";
}

void mha_check_inputs(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory)
{
    const char *operation = called(x, memory);
    mha_check_input(operation, "x", x, "embed_dim", a->embed_dim);
    if (memory == x)
        mha_check_widths(operation, a);
    if (a->kdim != a->vdim)
        fail("mha_cross: memory is keys and values, but those have kdim = %ld and vdim = %ld "
             "channels. hint: mha_lookup takes them as two tensors",
             a->kdim, a->vdim);
    bool same = a->kdim == a->embed_dim;
    mha_check_input(operation, "memory", memory, same ? "embed_dim" : "kdim", a->kdim);
    if (x->shape[0] != memory->shape[0])
        fail("mha_cross: x %s and memory %s differ in the batch size, %ld against %ld",
             tensor_shape_text(x), tensor_shape_text(memory), x->shape[0], memory->shape[0]);
    if (a->causal)
        causal_check(operation, x->shape[1], memory->shape[1]);
}

/* Asked here, too, so that a message names what was called, and not what it calls. */
static void check_mask(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                       const Tensor *mask)
{
    if (mask == NULL)
        return;
    Tensor scores = {.ndim = 4,
                     .shape = {x->shape[0], a->num_heads, x->shape[1], memory->shape[1]}};
    Tensor asked = *mask;
    if (asked.ndim == 3) /* (B, Tq, Tk): the same for all heads */
        unsqueeze_view(&asked, mask, 1);
    mask_check(called(x, memory), &asked, &scores);
}

EXERCISE
Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    mha_check_inputs(a, x, memory);
    check_mask(a, x, memory, mask);
    region_begin("projections"); /* a box in drawings of the graph */
    Projected p = project(a, x, memory);
    tensor_named(p.q, "Q"); /* and its name there */
    tensor_named(p.k, "K");
    tensor_named(p.v, "V");
    region_close();

    region_begin("split heads");
    Tensor *q = split_heads(p.q, a->num_heads);
    Tensor *k = split_heads(p.k, a->num_kv_heads);
    Tensor *v = split_heads(p.v, a->num_kv_heads);
    q = heads_rotate(a->rotary, a->rope, q, NULL);
    k = heads_rotate(a->rotary, a->rope, k, NULL);
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

Tensor *mha_forward(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    return mha_cross(a, x, x, mask);
}

/* Where projection i (0 q, 1 k, 2 v; 3: their end) begins in the matrix of all three. */
static long column_of(const MultiHeadAttention *a, int i)
{
    return i == 0 ? 0 : a->embed_dim + (i - 1) * a->num_kv_heads * a->head_dim;
}

Tensor *mha_heads_of(MultiHeadAttention *a, Tensor *x, int i)
{
    Linear *separate[] = {a->q, a->k, a->v};
    Tensor *rows = a->qkv == NULL
                       ? linear_forward(separate[i], x)
                       : project_columns(a->qkv, x, column_of(a, i), column_of(a, i + 1));
    Tensor *heads = split_heads(rows, i == 0 ? a->num_heads : a->num_kv_heads);
    return heads_rotate(a->rotary && i < 2, a->rope, heads, NULL);
}

Attention mha_cross_attend(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    Attention result = {.output = mha_cross(a, x, memory, mask)}; /* checks them */
    Tensor *q = mha_heads_of(a, x, 0), *k = repeat_heads(mha_heads_of(a, memory, 1), q);
    result.weights = attention_pattern(q, k, causal_as_mask("mha_cross", mask, a->causal, q, k));
    return result;
}

Attention mha_attend(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    return mha_cross_attend(a, x, x, mask);
}

/* ---- the weights of one into another --------------------------------------------------------- */

/* Projection i (0 q, 1 k, 2 v), weight or bias, as a view wherever it lies; NULL without biases. */
static Tensor *weights_of(const MultiHeadAttention *a, int i, bool bias)
{
    const Linear *separate[] = {a->q, a->k, a->v};
    const Linear *l = a->qkv != NULL ? a->qkv : separate[i];
    const Tensor *whole = bias ? l->bias : l->weight;
    if (whole == NULL)
        return NULL;
    Tensor *view = tensor_new_view(whole);
    if (a->qkv != NULL)
        slice_view(view, whole, -1, column_of(a, i), column_of(a, i + 1), 1);
    return view;
}

void mha_copy(MultiHeadAttention *to, const MultiHeadAttention *from)
{
    if (to->embed_dim != from->embed_dim || to->num_heads != from->num_heads)
        fail("mha_copy: embed_dim and num_heads differ: %ld and %ld into %ld and %ld",
             from->embed_dim, from->num_heads, to->embed_dim, to->num_heads);
    if (to->num_kv_heads != from->num_kv_heads)
        fail("mha_copy: num_kv_heads differ: %ld into %ld", from->num_kv_heads, to->num_kv_heads);
    if (to->kdim != from->kdim || to->vdim != from->vdim)
        fail("mha_copy: kdim and vdim differ: %ld and %ld into %ld and %ld", from->kdim, from->vdim,
             to->kdim, to->vdim);
    if ((to->out->bias == NULL) != (from->out->bias == NULL))
        fail("mha_copy: one of the two has biases and the other has none. hint: make both with the "
             "same no_bias");
    Scope *scope = scope_open(); /* for the views */
    for (int i = 0; i < 3; i++) {
        copy_kernel(weights_of(to, i, false), weights_of(from, i, false));
        if (to->out->bias != NULL)
            copy_kernel(weights_of(to, i, true), weights_of(from, i, true));
    }
    scope_close(scope);
    copy_kernel(to->out->weight, from->out->weight);
    if (to->out->bias != NULL)
        copy_kernel(to->out->bias, from->out->bias);
}
