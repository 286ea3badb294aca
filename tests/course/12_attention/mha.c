/* mha.c - 12.14 and 12.15: all heads together, with three projections and with one. */
#include "plain_attention.h"

/* ---- in plain loops ------------------------------------------------------------------------------------- */

typedef enum {
    ALL_RIGHT,
    K_FROM_Q,
    V_FROM_K,
    ONE_PROJECTION,
    NO_OUTPUT_PROJECTION,
    MASK_DROPPED,
    ONE_HEAD,
    SPLIT_BY_RESHAPE,
    MERGE_BY_RESHAPE,
    QUERIES_FROM_MEMORY,
    KEYS_FROM_X,
    VALUES_ONLY,
    WIDE_SCALE,
    OUT_TWICE,
    MISTAKE_COUNT
} MhaMistake;

static const char *const said[] = {
    [K_FROM_Q] = "the keys come out of the projection of the queries: K = memory W_K",
    [V_FROM_K] = "the values come out of the projection of the keys: V = memory W_V",
    [ONE_PROJECTION] =
        "all share one projection: queries, keys and values have matrices of their own",
    [NO_OUTPUT_PROJECTION] = "the output projection was forgotten: a->out comes last",
    [MASK_DROPPED] = "the mask was dropped on the way: attention_output takes it, and a->causal",
    [ONE_HEAD] = "one wide head: split_heads was not used, or not with num_heads",
    [SPLIT_BY_RESHAPE] = "the heads were split without the transpose",
    [MERGE_BY_RESHAPE] = "the heads were merged without the transpose back",
    [QUERIES_FROM_MEMORY] = "x asks: the queries come from x, not from memory",
    [KEYS_FROM_X] = "memory answers: keys and values come from memory, not from x",
    [VALUES_ONLY] = "the weights are not used: this is the projection of the values alone",
    [WIDE_SCALE] = "scaled by the model width C in place of the head width D",
    [OUT_TWICE] = "the output projection was applied twice",
};

static Tensor *linear(const Tensor *x, const Tensor *W, const Tensor *b)
{
    Tensor *y = plain_matmul(x, W);
    return b == NULL ? y : plain_pair(y, b, plus);
}

/* Columns [from, from + width) of a matrix or a bias. */
static Tensor *columns(const Tensor *t, long from, long width)
{
    Tensor view = *t;
    view.shape[t->ndim - 1] = width;
    view.data += from * t->stride[t->ndim - 1];
    return copy_of(&view);
}

/* Projection i (0 q, 1 k, 2 v), wherever its weights lie. */
static Tensor *project(const MultiHeadAttention *a, int i, const Tensor *x)
{
    const Linear *separate[] = {a->q, a->k, a->v};
    long C = a->embed_dim;
    if (a->qkv == NULL)
        return linear(x, separate[i]->weight, separate[i]->bias);
    return linear(x, columns(a->qkv->weight, i * C, C),
                  a->qkv->bias ? columns(a->qkv->bias, i * C, C) : NULL);
}

static Tensor *split(const Tensor *x, long H, bool by_reshape)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    if (by_reshape)
        return plain_reshape(x, SHAPE(B, H, T, D));
    return plain_transpose(plain_reshape(x, SHAPE(B, T, H, D)), 1, 2);
}

static Tensor *plain_mha(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                         const Tensor *mask, MhaMistake m)
{
    long H = m == ONE_HEAD ? 1 : a->num_heads;
    const Tensor *asks = m == QUERIES_FROM_MEMORY ? memory : x;
    const Tensor *answers = m == KEYS_FROM_X ? x : memory;
    bool one = m == ONE_PROJECTION;
    Tensor *q = split(project(a, 0, asks), H, m == SPLIT_BY_RESHAPE);
    Tensor *k = split(project(a, m == K_FROM_Q || one ? 0 : 1, answers), H, m == SPLIT_BY_RESHAPE);
    Tensor *v = split(project(a,
                              m == V_FROM_K ? 1
                              : one         ? 0
                                            : 2,
                              answers),
                      H, m == SPLIT_BY_RESHAPE);
    Tensor *w =
        plain_weights(q, k, m == MASK_DROPPED ? NULL : mask, m == WIDE_SCALE ? SCALE_BY_C : RIGHT);
    Tensor *context = m == VALUES_ONLY ? v : plain_matmul(w, v);
    if (m != MERGE_BY_RESHAPE)
        context = plain_transpose(context, 1, 2);
    context = plain_reshape(
        context,
        SHAPE(x->shape[0], m == VALUES_ONLY ? memory->shape[1] : asks->shape[1], a->embed_dim));
    if (m == NO_OUTPUT_PROJECTION)
        return context;
    Tensor *y = linear(context, a->out->weight, a->out->bias);
    return m == OUT_TWICE ? linear(y, a->out->weight, a->out->bias) : y;
}

static void register_mha_mistakes(const MultiHeadAttention *a, const Tensor *x,
                                  const Tensor *memory, const Tensor *mask)
{
#ifndef CHECK_RECORD
    for (MhaMistake m = 1; m < MISTAKE_COUNT; m++)
        if ((m != MASK_DROPPED || mask != NULL) &&
            ((m != QUERIES_FROM_MEMORY && m != KEYS_FROM_X) || x != memory))
            MISTAKE(plain_mha(a, x, memory, mask, m), said[m]);
#else
    (void)a, (void)x, (void)memory, (void)mask, (void)said;
#endif
}

/* C channels, H heads; biases are drawn too, so that a forgotten one shows. */
static MultiHeadAttention *new_mha(long C, long H, bool qkv_in_one)
{
    Rng rng = rng_seed(draw_seed());
    given("H", "%ld", H);
    return mha_new(
        (MhaOptions){.embed_dim = C, .num_heads = H, .qkv_in_one = qkv_in_one, .init = &rng});
}

/* ---- 12.14 mha_cross --------------------------------------------------------------------------------------- */

TEST(every_head_attends_on_its_own, .points = 4, .exercise = "12.14 mha_cross", .file = "mha.c",
     .hints = HINTS(
         "Project, split, attend, merge, project: compare with the drawing at the top of mha.c.",
         "Print the shapes: (B, T, C), then (B, H, T, D), and back.",
         "q = split_heads(linear_forward(a->q, x), a->num_heads); k and v likewise from memory; "
         "merge_heads(attention_output(q, k, v, ...)); linear_forward(a->out, ...)"))
{
    MultiHeadAttention *mha = new_mha(6, 2, false);
    Tensor *x = draw("x", SHAPE(2, 3, 6));
    EXPECT(Tensor *want = plain_mha(mha, x, x, NULL, ALL_RIGHT));
    EXPECT(register_mha_mistakes(mha, x, x, NULL););
    Tensor *y = CALL(mha_forward(mha, x, NULL));
    check_tensor(y, want, "heads side by side, each with softmax(QK^T / sqrt(D)) V, mixed by W_O");
    module_free(&mha->module);
}

TEST(masks_reach_every_head, .points = 3, .exercise = "12.14 mha_cross", .file = "mha.c",
     .hints = HINTS("The mask is an argument, and a->causal a flag: where do they go?",
                    "attention_output takes both, whatever the shape of the mask.",
                    "attention_output(q, k, v, mask, a->causal, a->dropout)"))
{
    long H = draw_long("H", 2, 3), T = draw_long("T", 4, 6), C = 4 * H;
    MultiHeadAttention *mha = new_mha(C, H, false);
    Tensor *x = draw("x", SHAPE(2, T, C)), *mask = random_mask("mask", SHAPE(2, T, T));
    EXPECT(Tensor *want = plain_mha(mha, x, x, mask, ALL_RIGHT));
    EXPECT(register_mha_mistakes(mha, x, x, mask););
    Tensor *masked = CALL(mha_forward(mha, x, mask));
    check_tensor(masked, want, "a (B, T, T) mask holds for all heads");
    Tensor *causal = draw("causal", SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        causal->data[i] = i % T <= i / T;
    resealed(causal);
    Tensor *x2 = changed_from(x, T - 1);
    EXPECT(Tensor *want2 = plain_mha(mha, x2, x2, causal, ALL_RIGHT));
    EXPECT(register_mha_mistakes(mha, x2, x2, causal););
    mha->causal = true;
    Tensor *looking_back = CALL(mha_forward(mha, x2, NULL));
    check_tensor(looking_back, want2, "with a->causal no future leaks");
    module_free(&mha->module);
}

TEST(x_asks_and_memory_answers, .points = 2, .exercise = "12.14 mha_cross", .file = "mha.c",
     .hints = HINTS(
         "Cross attention: which of Q, K, V come from x?",
         "Queries ask. Keys and values belong together, so both come from memory.",
         "linear_forward(a->q, x), linear_forward(a->k, memory), linear_forward(a->v, memory)"))
{
    MultiHeadAttention *mha = new_mha(8, 4, false);
    Tensor *x = draw("x", SHAPE(2, 3, 8)), *memory = draw("memory", SHAPE(2, 5, 8));
    EXPECT(Tensor *want = plain_mha(mha, x, memory, NULL, ALL_RIGHT));
    EXPECT(register_mha_mistakes(mha, x, memory, NULL););
    MISTAKE_SHAPE(SHAPE(2, 5, 8), "x asks: the queries come from x, not from memory");
    Tensor *y = CALL(mha_cross(mha, x, memory, NULL));
    check_tensor(y, want, "one output per query: (B, Tq, C)");
    module_free(&mha->module);
}

/* in: x and every parameter; context: the attention they belong to. */
static Tensor *mha_of(Tensor *const in[], void *context)
{
    return mha_forward(context, in[0], NULL);
}

static void check_dropout(void);

TEST(every_projection_learns_and_dropout_acts, .points = 2, .exercise = "12.14 mha_cross",
     .file = "mha.c",
     .hints = HINTS(
         "All four weights and biases need gradients; dropout thins the weights, in training.",
         "attention_output thins the weights, before they meet v, if it gets a->dropout.",
         "attention_output(q, k, v, mask, a->causal, a->dropout)"))
{
    MultiHeadAttention *mha = new_mha(4, 2, false);
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 4)));
    check_gradients(mha_of, mha, "the gradient reaches x and every parameter",
                    INPUTS(x, mha->q->weight, mha->k->weight, mha->v->weight, mha->out->weight,
                           mha->q->bias, mha->v->bias, mha->out->bias));
    module_free(&mha->module);
    check_dropout();
}

static void check_dropout(void)
{
    Rng rng = rng_seed(draw_seed());
    MultiHeadAttention *mha = mha_new((MhaOptions){
        .embed_dim = 4, .num_heads = 2, .dropout = (real)0.5, .init = &rng, .dropout_rng = &rng});
    Tensor *long_x = draw("long_x", SHAPE(2, 9, 4));
    Tensor *trained = CALL(mha_forward(mha, long_x, NULL));
    module_train(&mha->module, false);
    EXPECT(Tensor *want = plain_mha(mha, long_x, long_x, NULL, ALL_RIGHT));
    EXPECT(register_mha_mistakes(mha, long_x, long_x, NULL););
    Tensor *calm = CALL(mha_forward(mha, long_x, NULL));
    check_tensor(calm, want, "outside of training nothing is dropped");
    double difference = 0;
    for (long i = 0; i < tensor_numel(calm); i++)
        difference += fabs((double)calm->data[i] - (double)trained->data[i]);
    MISTAKE_NUMBER(0, "dropout has no effect: attention_output takes a->dropout");
    check_at_least(difference, 1e-6, "while training, half of the weights are dropped");
    module_free(&mha->module);
}

/* ---- 12.15 project_in_one ------------------------------------------------------------------------------------- */

static Tensor *in_another_order(const MultiHeadAttention *a, const Tensor *x, int q, int k, int v)
{
    long H = a->num_heads;
    Tensor *w = plain_weights(split(project(a, q, x), H, false), split(project(a, k, x), H, false),
                              NULL, RIGHT);
    Tensor *context = plain_matmul(w, split(project(a, v, x), H, false));
    context = plain_reshape(plain_transpose(context, 1, 2),
                            SHAPE(x->shape[0], x->shape[1], a->embed_dim));
    return linear(context, a->out->weight, a->out->bias);
}

TEST(one_large_projection_in_place_of_three, .points = 2, .exercise = "12.15 project_in_one",
     .file = "project_in_one.c",
     .hints = HINTS("One product gives (B, T, 3C): q, k and v side by side in the last axis.",
                    "tensor_split cuts it: three parts of C along axis -1, in the order q, k, v.",
                    "tensor_split(linear_forward(a->qkv, x), 3, (long[]){C, C, C}, -1, part);"))
{
    MultiHeadAttention *mha = new_mha(6, 3, true);
    Tensor *x = draw("x", SHAPE(2, 4, 6));
    EXPECT(Tensor *want = plain_mha(mha, x, x, NULL, ALL_RIGHT));
    MISTAKE(in_another_order(mha, x, 1, 0, 2),
            "q and k have changed places: the parts lie in the order "
            "q, k, v");
    MISTAKE(in_another_order(mha, x, 0, 2, 1),
            "k and v have changed places: the parts lie in the order "
            "q, k, v");
    MISTAKE(in_another_order(mha, x, 2, 1, 0),
            "q and v have changed places: the parts lie in the order "
            "q, k, v");
    EXPECT(register_mha_mistakes(mha, x, x, NULL););
    Tensor *y = CALL(mha_forward(mha, x, NULL));
    check_tensor(y, want, "the same numbers as three products");
    Tensor *memory = draw("memory", SHAPE(2, 3, 6));
    EXPECT(Tensor *crossed = plain_mha(mha, x, memory, NULL, ALL_RIGHT));
    EXPECT(register_mha_mistakes(mha, x, memory, NULL););
    Tensor *answered = CALL(mha_cross(mha, x, memory, NULL));
    check_tensor(answered, crossed, "and when another tensor answers");
    module_free(&mha->module);
}

TEST(the_large_matrix_learns, .points = 2, .exercise = "12.15 project_in_one",
     .file = "project_in_one.c",
     .hints = HINTS("tensor_split makes views: gradients of the three parts meet in one matrix.",
                    "linear_forward and tensor_split only; no copies by hand.",
                    "linear_forward(a->qkv, x), then tensor_split along -1"))
{
    MultiHeadAttention *mha = new_mha(4, 2, true);
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 4)));
    check_gradients(mha_of, mha, "all 3C columns of W_QKV get a gradient",
                    INPUTS(x, mha->qkv->weight, mha->qkv->bias, mha->out->weight));
    module_free(&mha->module);
}
