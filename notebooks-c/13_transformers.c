// %% [markdown]
// # 13 Transformers
//
// A block reads the stream, works something out, and *adds* it:
//
// $$x \leftarrow x + \mathrm{attn}(\mathrm{norm}_1(x)), \qquad x \leftarrow x + \mathrm{mlp}(\mathrm{norm}_2(x))$$
//
// Below: what each branch adds, why the start is small, a model that learns a verse, and how one
// draws words from it.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { C = 32, HEADS = 4, LAYERS = 8, CONTEXT = 32 };

static Rng rng;
static Gpt *gpt;
static CharTokenizer *letters;
static const char verse[] =
    "the river runs below the hill, and all the night the wheel stands still. the miller sleeps, "
    "the "
    "moon is high, the water goes on running by. at dawn he turns the wheel again, it grinds the "
    "corn, "
    "it grinds the grain, and when the day is done he will lie down once more below the hill. ";

static double std_of(Tensor *x)
{
    return sqrt((double)tensor_item(tensor_mean(tensor_mul(x, x), ALL_AXES, false)));
}

// %% [markdown]
// ## A block, as a graph
//
// Two branches leave the stream and come back to it. Everything between them may vanish, and x would still arrive.

// %%
CELL
{
    rng = rng_seed(13);
    Block *block =
        block_new((MhaOptions){.embed_dim = C, .num_heads = HEADS, .causal = true, .init = &rng});
    Tensor *x = tensor_named(tensor_normal(SHAPE(1, 6, C), 0, 1, &rng), "x");
    Tensor *y = block_forward(block, x, NULL);
    printf("x %s goes in, %s comes out\n", tensor_shape_text(x), tensor_shape_text(y));
    display_graph(y, &(GraphOptions){.level = GRAPH_OVERVIEW, .title = "a transformer block"});
    module_free(&block->module);
}

// %% [markdown]
// ## A norm, in numbers
//
// One token of four channels: mean 0, variance 1, whatever it was before.

// %%
CELL
{
    Tensor *x = tensor_from(SHAPE(2, 4), VALUES(1, 3, 5, 7, 100, 300, 500, 700));
    Tensor *h = tensor_layer_norm(x, NULL, NULL, (real)1e-5);
    tensor_print(x);
    tensor_print(h);
}

// %% [markdown]
// ## The start
//
// $2L$ branches add up, so the spread grows with $\sqrt{2L}$. GPT-2 starts the last matrix of each branch smaller by that, and
// the logits come out so small that the loss is $\log V$.

// %%
static void stream_of(Gpt *g, double *spread)
{
    Tensor *x = tensor_normal(SHAPE(1, 16, C), 0, (real)0.02, &rng);
    spread[0] = std_of(x);
    for (long i = 0; i < LAYERS; i++) {
        x = block_forward(g->blocks[i], x, NULL);
        spread[i + 1] = std_of(x);
    }
}

CELL
{
    letters = char_tokenizer_from("abcdefghijklmnopqrstuvwxyz ,.");
    gpt = gpt_new((GptOptions){.vocabulary = letters->size,
                               .context = CONTEXT,
                               .embed_dim = C,
                               .num_heads = HEADS,
                               .num_layers = LAYERS,
                               .causal = true,
                               .tied = true,
                               .seed = 13});
    double depth[LAYERS + 1], small[LAYERS + 1], large[LAYERS + 1];
    for (int i = 0; i <= LAYERS; i++)
        depth[i] = i;
    stream_of(gpt, small);
    Gpt *other = gpt_new(gpt->options);
    for (long i = 0; i < LAYERS; i++) {
        Tensor *ends[] = {other->blocks[i]->attn->out->weight, other->blocks[i]->down->weight};
        for (int j = 0; j < 2; j++)
            scale_kernel(ends[j], ends[j], (real)sqrt(2.0 * LAYERS));
    }
    stream_of(other, large);
    module_free(&other->module);
    display_chart(2,
                  (Series[]){{"0.02 / sqrt(2 L)", LAYERS + 1, depth, small, false},
                             {"0.02 for all", LAYERS + 1, depth, large, false}},
                  &(ChartOptions){
                      .title = "Spread of the stream, untrained", .x_title = "blocks", .y_low = 0});
    IntTensor *ids = int_tensor_from(SHAPE(1, 4), IDS(3, 1, 4, 1)),
              *next = int_tensor_from(SHAPE(1, 4), IDS(1, 4, 1, 5));
    printf("loss %.3f, log V %.3f\n", (double)tensor_item(gpt_loss(gpt, ids, next)),
           log((double)letters->size));
}

// %% [markdown]
// ## A verse by heart

// %%
CELL
{
    enum { STEPS = 400, BATCH = 8 };
    static double losses[STEPS];
    int tokens[512];
    long n = char_encode(letters, verse, strlen(verse), tokens);
    ParameterList *parameters = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 5e-3, .beta2 = 0.99});
    Dataset *data = text_dataset_new(tokens, n, CONTEXT);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        Tensor *loss = gpt_loss(gpt, batch.ids, batch.labels);
        losses[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    display_chart(
        1, (Series[]){{NULL, STEPS, NULL, losses, false}},
        &(ChartOptions){
            .title = "Training loss", .x_title = "step", .y_title = "nats per letter", .y_low = 0});
    printf("from %.2f to %.2f\n", losses[0], losses[STEPS - 1]);
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(parameters);
}

// %% [markdown]
// ## What comes next?
//
// After *the m* two letters are possible, of *miller* and of *moon*; after *and all the* only one. Temperature and the two cuts act on
// these rows.

// %%
static void next_after(const char *text, double *p, double temperature)
{
    int ids[CONTEXT];
    long n = char_encode(letters, text, strlen(text), ids);
    grad_mode(false);
    Tensor *logits = gpt_forward(gpt, int_tensor_from(SHAPE(1, n), n, ids), NULL);
    grad_mode(true);
    sample_temperature(p, logits->data + (n - 1) * logits->stride[1], letters->size, temperature);
}

static void likeliest(const char *text, double temperature)
{
    double p[64], q[64];
    next_after(text, p, temperature);
    memcpy(q, p, sizeof q);
    long held = sample_top_p(q, letters->size, 0.9), best = 0;
    for (long i = 0; i < letters->size; i++)
        best = p[i] > p[best] ? i : best;
    int id = (int)best;
    table_row("%s|%.1f|%s|%.2f|%ld", text, temperature, char_decode(letters, &id, 1), p[best],
              held);
}

CELL
{
    table_begin("after|temperature|likeliest|its probability|letters that hold 90 %");
    likeliest("the river runs below the m", 1);
    likeliest("and all the ", 1);
    likeliest("and all the ", 0.5);
    likeliest("and all the ", 2);
    table_end();
}

// %% [markdown]
// ## It writes
//
// Cold it recites, warm it wanders, hot it babbles.

// %%
CELL
{
    enum { COUNT = 100 };
    const SampleOptions options[] = {{.temperature = 0},
                                     {.temperature = 0.7},
                                     {.temperature = 1.5},
                                     {.temperature = 1.5, .top_p = 0.8}};
    for (int i = 0; i < 4; i++) {
        int ids[COUNT + 1];
        char_encode(letters, "t", 1, ids);
        Rng own = rng_seed(7);
        gpt_generate(gpt, ids, 1, COUNT, options[i], &own);
        printf("%.1f %s  %s\n\n", options[i].temperature,
               options[i].top_p > 0 ? "top-p 0.8" : "         ",
               char_decode(letters, ids, COUNT + 1));
    }
}

// %% [markdown]
// Next: `make notebook-13b`, what each head of a model does; and `make notebook-2020`, a small GPT that is held to beating two tables of counts on text it has not seen.
