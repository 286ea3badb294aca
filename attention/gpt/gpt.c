/* gpt.c - a language model: which token comes next, after each of these?
 *
 *     x = tokens[ids] + positions          (B, T, C)
 *     x = block(x), num_layers times       (B, T, C)
 *     logits = norm(x) @ head              (B, T, V)
 *
 * One forward pass answers T questions at once: logits[b][t] is about token t + 1 and, under the
 * causal mask, has seen tokens 0..t only. Without the mask the same model is an encoder.
 * Invariant: with causal on, changing token t changes no logit before t, not in the last bit.
 * Source: Radford et al. 2019 (GPT-2); tied head after Press and Wolf 2017.
 */
#include "attention_shared.h"
#include <math.h>
#include <string.h>

/* ---- making one ------------------------------------------------------------------------------ */

static void check_options(GptOptions o)
{
    const struct {
        const char *name;
        long value;
    } sizes[] = {{"vocabulary", o.vocabulary},
                 {"context", o.context},
                 {"embed_dim", o.embed_dim},
                 {"num_heads", o.num_heads}};
    for (int i = 0; i < 4; i++)
        if (sizes[i].value < 1)
            fail("gpt_new: options.%s is %ld, expected at least 1", sizes[i].name, sizes[i].value);
    if (o.num_layers < 0)
        fail("gpt_new: options.num_layers is %ld, expected at least 0", o.num_layers);
    shape_check("gpt_new", SHAPE(o.num_layers)); /* so that a list of them can be asked for */
    if (o.embed_dim % o.num_heads != 0)
        fail("gpt_new: embed_dim (%ld) must be divisible by num_heads (%ld)", o.embed_dim,
             o.num_heads);
    if (!(o.dropout >= 0 && o.dropout < 1))
        fail("gpt_new: dropout is %g, expected 0 <= dropout < 1", (double)o.dropout);
}

long gpt_kv_heads(GptOptions o)
{
    return o.num_kv_heads > 0 ? o.num_kv_heads : o.num_heads;
}

static void add_embeddings(Gpt *g)
{
    GptOptions o = g->options;
    g->tokens = embedding_new(o.vocabulary, o.embed_dim, &g->init_rng);
    tensor_named(g->tokens->weight, "tokens");
    module_add(&g->module, "tokens", &g->tokens->module);
    if (o.positions == POSITIONS_NONE || o.positions == POSITIONS_ROTARY)
        return;
    g->positions = o.positions == POSITIONS_LEARNED
                       ? positions_learned_new(o.context, o.embed_dim, &g->init_rng)
                       : positions_sinusoidal_new(o.context, o.embed_dim);
    module_add(&g->module, "positions", &g->positions->module);
}

/* Dropout draws from a stream of its own: turning it on or off leaves the starting values alone. */
static void add_dropout(Gpt *g)
{
    if (g->options.dropout == 0)
        return;
    g->dropout = dropout_new(g->options.dropout, &g->dropout_rng);
    module_add(&g->module, "dropout", &g->dropout->module);
}

static void add_blocks(Gpt *g)
{
    GptOptions o = g->options;
    MhaOptions mha = {.embed_dim = o.embed_dim,
                      .num_heads = o.num_heads,
                      .causal = o.causal,
                      .qkv_in_one = o.qkv_in_one,
                      .no_bias = o.no_bias,
                      .dropout = o.dropout,
                      .init = &g->init_rng,
                      .dropout_rng = &g->dropout_rng,
                      .num_kv_heads = o.num_kv_heads,
                      .rotary = o.positions == POSITIONS_ROTARY,
                      .rope = o.rope};
    BlockOptions block = {.attention = mha,
                          .norm = o.norm,
                          .norm_eps = o.norm_eps,
                          .mlp = o.mlp,
                          .mlp_dim = o.mlp_dim};
    for (long i = 0; i < o.num_layers; i++) {
        g->blocks[i] = block_new_of(block);
        module_child(&g->module, "blocks", (int)i, &g->blocks[i]->module);
    }
}

static void add_head(Gpt *g)
{
    GptOptions o = g->options;
    g->norm = norm_add(&g->module, "norm", o.norm, o.embed_dim, o.norm_eps);
    if (o.tied)
        return;
    g->head = linear_new(o.embed_dim, o.vocabulary, false, &g->init_rng);
    tensor_named(g->head->weight, "W_head");
    module_add(&g->module, "head", &g->head->module);
}

/* The list of blocks lies right behind the Gpt, so that module_free ends both. */
typedef struct {
    Gpt gpt;
    Block *blocks[];
} GptWithBlocks;

Gpt *gpt_new_uninitialized(GptOptions o)
{
    check_options(o);
    UNDO_ON_FAIL;
    GptWithBlocks *both =
        module_new(sizeof *both + (size_t)o.num_layers * sizeof(Block *), "Gpt", NULL);
    Gpt *g = &both->gpt;
    g->options = o;
    g->blocks = both->blocks;
    g->init_rng = rng_stream(o.seed, 0);
    g->dropout_rng = rng_stream(o.seed, 1);
    add_embeddings(g);
    add_blocks(g);
    add_head(g);
    add_dropout(g);
    return g;
}

/* ---- where training starts from -------------------------------------------------------------- */

/*     every matrix                            N(0, 0.02)
 *     the last one of a branch                N(0, 0.02 / sqrt(2 num_layers))
 *     biases 0, gammas 1                      (a norm only normalizes)
 *
 * Invariant: logits begin so close to 0 that every token is as likely as any other: the loss is log
 * V. Source: GPT-2 (Radford et al. 2019), section 2.3.
 */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* 2 num_layers branches add up in the residual stream; the smaller start of their last projections
 * keeps its variance from growing with the depth. */
EXERCISE
void gpt_init_weights(Gpt *g)
{
    const real std = (real)0.02;
    real branch_std = (real)(0.02 / sqrt(2.0 * (double)g->options.num_layers));
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++) {
        const char *name = list->name[i];
        bool ends_branch = ends_with(name, "attn.out.weight") || ends_with(name, "down.weight");
        if (list->tensor[i]->ndim == 2)
            init_normal(list->tensor[i], 0, ends_branch ? branch_std : std, &g->init_rng);
        else if (ends_with(name, "bias"))
            tensor_fill(list->tensor[i], 0);
    }
    parameters_free(list);
}

Gpt *gpt_new(GptOptions o)
{
    UNDO_ON_FAIL;
    Gpt *g = gpt_new_uninitialized(o);
    gpt_init_weights(g);
    return g;
}

/* ---- forward --------------------------------------------------------------------------------- */

void gpt_check_ids(const char *operation, const Gpt *g, const IntTensor *ids)
{
    if (ids->ndim != 2)
        fail("%s: ids have shape %s, expected (B, T)", operation,
             shape_text(ids->ndim, ids->shape));
    long T = ids->shape[1], context = g->options.context;
    if (T > context)
        fail("%s: ids %s have T = %ld, but the model's context is %ld. hint: keep the last %ld "
             "tokens, or make the model with a context of %ld",
             operation, shape_text(ids->ndim, ids->shape), T, context, context, T);
}

static Tensor *embed(Gpt *g, const IntTensor *ids)
{
    region_begin("embedding");
    Tensor *x = embedding_forward(g->tokens, ids);
    if (g->positions != NULL)
        x = positions_forward(g->positions, x);
    if (g->dropout != NULL)
        x = dropout_forward(g->dropout, x);
    region_close();
    return x;
}

static Tensor *head(Gpt *g, Tensor *x)
{
    region_begin_collapsed(g->norm->rms ? "rms norm" : "layer norm");
    x = layer_norm_forward(g->norm, x);
    region_close();

    region_begin("head");
    Tensor *logits =
        g->head != NULL ? linear_forward(g->head, x) : tensor_tied_linear(x, g->tokens->weight);
    region_close();
    return logits;
}

typedef struct {
    Block *block;
    Tensor *mask;
} BlockCall;

static Tensor *call_block(Tensor *x, const void *context)
{
    const BlockCall *call = context;
    return block_forward(call->block, x, call->mask);
}

/* Where nothing is recorded, nothing of a block is needed behind it, either. */
static bool keeps_blocks(const Gpt *g)
{
    return grad_mode_is_on() && !g->options.recompute;
}

EXERCISE
Tensor *gpt_forward(Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    gpt_check_ids("gpt_forward", g, ids);
    Tensor *x = embed(g, ids), *mask = mask_view(padding);
    for (long i = 0; i < g->options.num_layers; i++) {
        region_open("block", (int)i);
        if (keeps_blocks(g)) {
            x = block_forward(g->blocks[i], x, mask);
        } else {
            x = tensor_recompute(x, call_block, &g->dropout_rng,
                                 CAPTURE(BlockCall, g->blocks[i], mask));
        }
        region_close();
    }
    return head(g, x);
}

/* ---- loss ------------------------------------------------------------------------------------ */

/* How surprised the model is by the tokens that came next, on average. Invariant: a target of -100
 * counts neither in the sum nor in what it is divided by. */

void gpt_check_targets(const Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    gpt_check_ids("gpt_loss", g, ids);
    if (!shape_equal(ids->ndim, ids->shape, targets->ndim, targets->shape))
        fail("gpt_loss: ids %s and targets %s must have one shape: a target for every token",
             shape_text(ids->ndim, ids->shape), shape_text(targets->ndim, targets->shape));
}

#define IGNORED_TARGET (-100) /* PyTorch's default */

Tensor *gpt_loss(Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    gpt_check_targets(g, ids, targets);
    Tensor *logits = gpt_forward(g, ids, NULL);
    region_begin_collapsed("loss");
    Tensor *loss = tensor_cross_entropy(logits, targets, IGNORED_TARGET, 0);
    region_close();
    return loss;
}

/* ---- a layer's weights, for those who want to see them --------------------------------------- */

Tensor *gpt_attention(Gpt *g, const IntTensor *ids, const Tensor *padding, long layer)
{
    gpt_check_ids("gpt_attention", g, ids);
    if (layer < 0 || layer >= g->options.num_layers)
        fail("gpt_attention: there is no layer %ld in a model of %ld", layer,
             g->options.num_layers);
    bool was_training = g->module.training, was_recording = grad_mode(false);
    module_train(&g->module, false);
    Tensor *x = embedding_forward(g->tokens, ids), *mask = mask_view(padding);
    if (g->positions != NULL)
        x = positions_forward(g->positions, x);
    for (long i = 0; i < layer; i++)
        x = block_forward(g->blocks[i], x, mask);
    Tensor *weights = block_attention(g->blocks[layer], x, mask);
    module_train(&g->module, was_training);
    grad_mode(was_recording);
    return weights;
}
