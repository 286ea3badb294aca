/* graph.c - the graph of an attention layer as a picture, at three levels of detail.
 *
 * Builds one forward pass, multi-head attention with residual, layer norm and loss, or a whole GPT
 * (linked with attention/plain/attention_output.c, so that its attention is drawn step by step),
 * writes what graph_dump makes of it, and lets Graphviz's dot draw it where that is installed.
 * A press on a closed region in one picture leads to the next, finer one.
 * Invariant: the names of all files written, and of no others, are printed.
 */
#include "files.h"
#include "kindling.h"
#include "options.h"

typedef struct {
    const char *out;
    int level;   /* 0: all of them; else levels[level - 1] */
    long layers; /* 0: one attention layer */
    long depth;
    bool fused;
    GraphOptions show; /* what the flags of the command line ask for */
} Settings;

/* ---- what is drawn --------------------------------------------------------------------------- */

enum { B = 2, T = 10, C = 16, HEADS = 4 };

static Tensor *plain_linear(Linear *l, Tensor *x)
{
    return tensor_add(tensor_matmul(x, l->weight), l->bias);
}

/* The steps of mha_forward, with no operation that could be written as several. */
static Tensor *plain_attention(MultiHeadAttention *a, Tensor *x, Tensor *mask)
{
    region_begin("projections");
    Tensor *Q = tensor_named(plain_linear(a->q, x), "Q");
    Tensor *K = tensor_named(plain_linear(a->k, x), "K");
    Tensor *V = tensor_named(plain_linear(a->v, x), "V");
    region_close();
    region_begin("split heads");
    Tensor *q = tensor_named(split_heads(Q, HEADS), "q");
    Tensor *k = tensor_named(split_heads(K, HEADS), "k");
    Tensor *v = tensor_named(split_heads(V, HEADS), "v");
    region_close();
    region_begin("scores");
    Tensor *scores = attention_scale(attention_scores(q, k), C / HEADS);
    tensor_named(scores, "scores");
    region_close();
    region_begin("mask");
    scores = attention_mask(scores, mask);
    region_close();
    Tensor *weights = tensor_named(composed_softmax(scores, -1), "weights");
    region_begin("context");
    Tensor *context = attention_context(weights, v);
    region_close();
    region_begin("merge");
    Tensor *merged = merge_heads(context);
    region_close();
    region_begin("output");
    Tensor *y = plain_linear(a->out, merged);
    region_close();
    return y;
}

/* The same as the engine goes through it: flash attention is one operation. */
static Tensor *attention_as_run(MultiHeadAttention *a, Tensor *x)
{
    region_begin("projections");
    Tensor *q = linear_forward(a->q, x), *k = linear_forward(a->k, x), *v = linear_forward(a->v, x);
    region_close();
    Tensor *context =
        flash_attention(split_heads(q, HEADS), split_heads(k, HEADS), split_heads(v, HEADS),
                        (FlashAttentionOptions){.causal = true});
    region_begin("output");
    Tensor *y = linear_forward(a->out, merge_heads(context));
    region_close();
    return y;
}

/* Mean square, from single steps: something to collapse. */
static Tensor *plain_loss(Tensor *y, Tensor *target)
{
    region_begin_collapsed("loss");
    Tensor *loss = tensor_mean(tensor_pow(tensor_sub(y, target), 2), ALL_AXES, false);
    region_close();
    return loss;
}

static Tensor *attention_layer(MultiHeadAttention *a, LayerNorm *norm, const Settings *s, Rng *rng)
{
    Tensor *x = tensor_named(tensor_normal(SHAPE(B, T, C), 0, 1, rng), "x");
    Tensor *target = tensor_named(tensor_normal(SHAPE(B, T, C), 0, 1, rng), "target");
    graph_timing(s->show.times);
    Tensor *y = s->fused ? attention_as_run(a, x) : plain_attention(a, x, mask_causal(T));
    y = tensor_add(x, y);
    return plain_loss(composed_layer_norm(y, norm->weight, norm->bias, norm->eps), target);
}

static Tensor *gpt_layers(Gpt *g, const Settings *s)
{
    IntTensor *ids = int_tensor_new(SHAPE(B, T)), *targets = int_tensor_new(SHAPE(B, T));
    graph_timing(s->show.times);
    return gpt_loss(g, ids, targets);
}

/* ---- files ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    GraphLevel level;
} levels[] = {{"overview", GRAPH_OVERVIEW}, {"default", GRAPH_DEFAULT}, {"full", GRAPH_FULL}};
enum { LEVELS = sizeof levels / sizeof *levels };

static int write_level(Tensor *root, const Settings *s, int i)
{
    char name[32], title[64], next[48];
    const char *model = s->layers > 0 ? "gpt" : "attention";
    snprintf(next, sizeof next, "%s-%s.svg", model, levels[i + 1 < LEVELS ? i + 1 : i].name);
    GraphOptions options = s->show;
    options.level = levels[i].level;
    options.link = s->level == 0 && i + 1 < LEVELS ? next : NULL;
    options.depth = (int)s->depth;
    options.title = title;
    if (s->layers > 0)
        snprintf(title, sizeof title, "GPT with %ld layers: %s", s->layers, levels[i].name);
    else
        snprintf(title, sizeof title, "an attention layer: %s", levels[i].name);
    snprintf(name, sizeof name, "%s-%s", model, levels[i].name);
    return graph_files(s->out, name, root, &options);
}

static int write_pictures(Tensor *root, const Settings *s)
{
    if (folder_make(s->out) != 0)
        return -1;
    if (s->show.gradients || s->show.times)
        tensor_backward(root);
    for (int i = 0; i < LEVELS; i++)
        if ((s->level == 0 || s->level == i + 1) && write_level(root, s, i) != 0)
            return -1;
    return 0;
}

/* ---- the two models -------------------------------------------------------------------------- */

static int draw_attention(const Settings *s)
{
    Rng rng = rng_seed(1);
    MultiHeadAttention *a = mha_new((MhaOptions){.embed_dim = C, .num_heads = HEADS, .init = &rng});
    LayerNorm *norm = layer_norm_new(C);
    int result = write_pictures(attention_layer(a, norm, s, &rng), s);
    module_free(&a->module);
    module_free(&norm->module);
    return result;
}

static int draw_gpt(const Settings *s)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = 65,
                                  .context = T,
                                  .embed_dim = C,
                                  .num_heads = HEADS,
                                  .num_layers = s->layers,
                                  .causal = true,
                                  .seed = 1});
    int result = write_pictures(gpt_layers(g, s), s);
    module_free(&g->module);
    return result;
}

/* ---- the command line ------------------------------------------------------------------------ */

static OptionsResult read_settings(Settings *s, int argc, char **argv)
{
    const Option table[] = {
        {OPTION_TEXT, "out", &s->out, "DIR", "where to write", 0, 0, 0},
        {OPTION_CHOICE, "level", &s->level, "all|overview|default|full", "of detail", 0, 0, 0},
        {OPTION_COUNT, "depth", &s->depth, "N", "regions nested deeper become a box; 0: none", 0,
         99, 0},
        {OPTION_COUNT, "layers", &s->layers, "N", "a GPT of N layers, equal blocks drawn once", 0,
         99, 0},
        {OPTION_FLAG, "no-fold", &s->show.no_fold, NULL, "draw equal blocks one by one", 0, 0, 0},
        {OPTION_FLAG, "fused", &s->fused, NULL,
         "the layer with the fused operations that the engine runs", 0, 0, 0},
        {OPTION_FLAG, "values", &s->show.values, NULL, "lowest and highest number", 0, 0, 0},
        {OPTION_FLAG, "gradients", &s->show.gradients, NULL, "norms of the gradients", 0, 0, 0},
        {OPTION_FLAG, "strides", &s->show.strides, NULL, "strides, and views dotted", 0, 0, 0},
        {OPTION_FLAG, "left-to-right", &s->show.left_to_right, NULL, "not top to bottom", 0, 0, 0},
        {OPTION_FLAG, "no-legend", &s->show.no_legend, NULL, "without the meaning of colours", 0, 0,
         0},
        {OPTION_FLAG, "memory", &s->show.memory, NULL, "bytes of results and saved tensors", 0, 0,
         0},
        {OPTION_FLAG, "only-gradient", &s->show.only_gradient, NULL,
         "leave out what gets no gradient", 0, 0, 0},
        {OPTION_FLAG, "times", &s->show.times, NULL, "forward and backward times", 0, 0, 0},
    };
    const Options options = {
        "graph",
        "Draws the graph of an attention layer: x (2, 10, 16), 4 heads, causal mask, residual,\n"
        "layer norm, loss. Writes DOT files, and SVG and PNG where Graphviz is installed. The "
        "line\n"
        "below the title of a picture says what its colours mean.\n\n",
        sizeof table / sizeof *table, .table = table};
    return options_read(&options, argc, argv);
}

int main(int argc, char **argv)
{
    Settings settings = {.out = "build/graph"};
    OptionsResult wish = read_settings(&settings, argc, argv);
    if (wish != OPTIONS_READ)
        return options_end(wish);
    Scope *scope = scope_open();
    int result = settings.layers > 0 ? draw_gpt(&settings) : draw_attention(&settings);
    scope_close(scope);
    if (result != 0)
        fprintf(stderr, "graph: %s\n", kindling_error());
    return result == 0 ? 0 : 1;
}
