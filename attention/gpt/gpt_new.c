/* gpt_new.c - a language model: made. gpt_init.c says where it starts from, gpt.c what it
 * computes. */
#include "attention_shared.h"

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

static void add_embeddings(Gpt *g)
{
    GptOptions o = g->options;
    g->tokens = embedding_new(o.vocabulary, o.embed_dim, &g->init_rng);
    tensor_named(g->tokens->weight, "tokens");
    module_add(&g->module, "tokens", &g->tokens->module);
    if (o.positions == POSITIONS_NONE)
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
                      .dropout_rng = &g->dropout_rng};
    for (long i = 0; i < o.num_layers; i++) {
        g->blocks[i] = block_new(mha);
        module_child(&g->module, "blocks", (int)i, &g->blocks[i]->module);
    }
}

static void add_head(Gpt *g)
{
    GptOptions o = g->options;
    g->norm = layer_norm_new(o.embed_dim);
    module_add(&g->module, "norm", &g->norm->module);
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

Gpt *gpt_new(GptOptions o)
{
    UNDO_ON_FAIL;
    Gpt *g = gpt_new_uninitialized(o);
    gpt_init_weights(g);
    return g;
}
