/* lesson_13.c - transformers: the block, the stream's spread, who takes the work, and the tail that is cut off. */
#include "attention_shared.h"
#include "lesson.h"
#include <math.h>

/* ---- block: the stream, and two branches that add to it --------------------------------------------------- */

typedef struct {
    const char *title, *does;
    long parameters;
    SvgKind kind;
} Part;

static long numbers_of(Module *m)
{
    ParameterList *list = parameters_of(m);
    long n = parameters_numel(list);
    parameters_free(list);
    return n;
}

static void part(Svg *svg, double x, Part p)
{
    svg_box(svg, p.kind, x, 96, 122, 62, 0.14);
    svg_title(svg, x + 10, 118, "%s", p.title);
    svg_small(svg, SVG_FAINT, SVG_LEFT, x + 10, 134, "%s", p.does);
    svg_small(svg, SVG_INK, SVG_LEFT, x + 10, 150, "%ld numbers", p.parameters);
}

static void plus_at(Svg *svg, double x)
{
    svg_dot(svg, SVG_RED, x, 48, 9);
    svg_text(svg, SVG_INK, SVG_MIDDLE, x, 28, "+");
}

static int block(const char *path)
{
    Rng rng = rng_seed(1);
    Block *b = block_new((MhaOptions){.embed_dim = 768, .num_heads = 12, .init = &rng});
    long mlp = numbers_of(&b->up->module) + numbers_of(&b->down->module);
    const Part parts[] = {
        {"norm1", "each token alone", numbers_of(&b->norm1->module), SVG_GREEN},
        {"attention", "tokens exchange", numbers_of(&b->attn->module), SVG_VIOLET},
        {"norm2", "each token alone", numbers_of(&b->norm2->module), SVG_GREEN},
        {"mlp", "each token alone", mlp, SVG_AMBER}};
    module_free(&b->module);
    Svg *svg = svg_open(path, 740, 200,
                        "A block: the residual stream runs straight through; two branches read "
                        "it through a norm, and add to it");
    if (svg == NULL)
        return -1;
    svg_arrow(svg, SVG_BLUE, 20, 48, 720, 48);
    svg_line(svg, SVG_BLUE, 20, 47, 712, 47);
    svg_line(svg, SVG_BLUE, 20, 49, 712, 49);
    svg_small(svg, SVG_BLUE, SVG_LEFT, 20, 36, "x (B, T, 768)");
    for (int i = 0; i < 4; i += 2) {
        double x = 60 + 330.0 * (i / 2);
        svg_arrow(svg, SVG_INK, x, 50, x, 94);
        part(svg, x - 40, parts[i]);
        svg_arrow(svg, SVG_INK, x + 84, 127, x + 98, 127);
        part(svg, x + 100, parts[i + 1]);
        svg_arrow(svg, SVG_INK, x + 246, 127, x + 246, 60);
        svg_line(svg, SVG_INK, x + 224, 127, x + 246, 127);
        plus_at(svg, x + 246);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 186,
              "GPT-2 small: %ld numbers a block, %.0f %% of them in the MLP",
              parts[0].parameters + parts[1].parameters + parts[2].parameters + mlp,
              100.0 * (double)mlp /
                  (double)(parts[0].parameters + parts[1].parameters + parts[2].parameters + mlp));
    return svg_close(svg);
}

/* ---- stream: how far it spreads, with and without the smaller start of the branches ------------------------------ */

enum { LAYERS = 16, WIDTH = 128 };

static double std_of(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum / (double)tensor_numel(t));
}

static void stream_of(Gpt *g, double *spread)
{
    Rng rng = rng_seed(3);
    Tensor *x = tensor_normal(SHAPE(1, 64, WIDTH), 0, (real)0.02, &rng);
    spread[0] = std_of(x);
    for (long i = 0; i < LAYERS; i++) {
        x = block_forward(g->blocks[i], x, NULL);
        spread[i + 1] = std_of(x);
    }
}

static int stream(const char *path)
{
    double depth[LAYERS + 1], small[LAYERS + 1], large[LAYERS + 1];
    Gpt *g = gpt_new((GptOptions){.vocabulary = 50,
                                  .context = 64,
                                  .embed_dim = WIDTH,
                                  .num_heads = 4,
                                  .num_layers = LAYERS,
                                  .causal = true,
                                  .seed = 4});
    stream_of(g, small);
    for (long i = 0; i <= LAYERS; i++)
        depth[i] = (double)i;
    for (long i = 0; i < LAYERS; i++) {
        Tensor *ends[] = {g->blocks[i]->attn->out->weight, g->blocks[i]->down->weight};
        for (int j = 0; j < 2; j++)
            scale_kernel(ends[j], ends[j], (real)sqrt(2.0 * LAYERS));
    }
    stream_of(g, large);
    module_free(&g->module);
    Svg *svg = svg_open(path, 680, 290,
                        "The spread of the residual stream grows with every block; six "
                        "times less where the branches start smaller");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 380,
                    .height = 180,
                    .x_low = 0,
                    .x_high = LAYERS,
                    .y_low = 0,
                    .y_high = 0.3,
                    .x_title = "behind how many blocks",
                    .title = "Spread of the residual stream of an untrained model"};
    svg_plot(svg, &plot);
    for (int i = 0; i <= LAYERS; i += 4)
        svg_plot_x_tick(svg, &plot, i, NULL);
    svg_plot_y_tick(svg, &plot, 0, "0");
    svg_plot_y_tick(svg, &plot, 0.1, "0.1");
    svg_plot_y_tick(svg, &plot, 0.2, "0.2");
    svg_plot_y_tick(svg, &plot, 0.3, "0.3");
    char name[64];
    snprintf(name, sizeof name, "all 0.02: %.2f", large[LAYERS]);
    svg_plot_curve(svg, &plot, SVG_RED, LAYERS + 1, depth, large, name);
    snprintf(name, sizeof name, "0.02 / \xe2\x88\x9a(2 L): %.2f", small[LAYERS]);
    svg_plot_curve(svg, &plot, SVG_VIOLET, LAYERS + 1, depth, small, name);
    return svg_close(svg);
}

/* ---- work: whose operations they are, against T ------------------------------------------------------------------- */

static int work(const char *path)
{
    enum { N = 9 };
    const double C = 768;
    double T[N], mlp[N], projections[N], products[N];
    for (int i = 0; i < N; i++) {
        T[i] = (double)(64L << i);
        double all = 24 * C * C + 4 * T[i] * C;
        mlp[i] = 1600 * C * C / all;
        projections[i] = 800 * C * C / all;
        products[i] = 400 * T[i] * C / all;
    }
    Svg *svg =
        svg_open(path, 680, 300,
                 "Of a block's operations the MLP takes two thirds for short texts; from T = "
                 "2 C on attention takes more, from 4 C on its two products alone");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 64,
                    .x_high = 16384,
                    .y_low = 0,
                    .y_high = 100,
                    .x_log = true,
                    .x_title = "tokens T",
                    .title = "Who does the work of a block, C = 768 (% of all operations)"};
    svg_plot(svg, &plot);
    for (int i = 0; i < N; i++)
        svg_plot_x_tick(svg, &plot, T[i], NULL);
    for (int i = 0; i <= 100; i += 50) {
        char text[16];
        snprintf(text, sizeof text, "%d %%", i);
        svg_plot_y_tick(svg, &plot, i, text);
    }
    svg_plot_curve(svg, &plot, SVG_AMBER, N, T, mlp, "the MLP");
    svg_plot_curve(svg, &plot, SVG_GREEN, N, T, projections, "four projections");
    svg_plot_curve(svg, &plot, SVG_VIOLET, N, T, products, "scores, and values");
    svg_plot_points(svg, &plot, SVG_INK, 1, (double[]){1536}, (double[]){50});
    svg_small(svg, SVG_INK, SVG_LEFT, svg_plot_x(&plot, 1536) - 180, svg_plot_y(&plot, 50) + 16,
              "T = 2 C = 1536: half and half");
    return svg_close(svg);
}

/* ---- sampling: one row of probabilities, five ways ------------------------------------------------------------------ */

enum { V = 10 };

static void bars(Svg *svg, double x, double y, const double *p, SvgKind kind, const char *title,
                 const char *says)
{
    svg_text(svg, SVG_INK, SVG_LEFT, x, y - 66, "%s", title);
    for (int i = 0; i < V; i++) {
        double height = 70 * p[i];
        if (p[i] > 0)
            svg_cell(svg, kind, x + 20.0 * i, y - height, 17, height, 0.55);
        else
            svg_small(svg, SVG_FAINT, SVG_MIDDLE, x + 20.0 * i + 8, y - 3, "\xc3\x97");
    }
    svg_line(svg, SVG_FAINT, x, y, x + 20.0 * V, y);
    svg_small(svg, SVG_FAINT, SVG_LEFT, x, y + 15, "%s", says);
}

static double largest(const double *p)
{
    double most = 0;
    for (int i = 0; i < V; i++)
        most = fmax(most, p[i]);
    return most;
}

static int sampling(const char *path)
{
    static const double heat[] = {1, 0.5, 2};
    static const char *const said[] = {"temperature 1", "1/2: sharper", "2: flatter"};
    Rng rng = rng_seed(40);
    Tensor *logits = tensor_normal(SHAPE(V), 0, 1, &rng);
    double p[V];
    char text[96];
    Svg *svg =
        svg_open(path, 720, 250,
                 "One row of ten probabilities: sharper at temperature 1/2, flatter at 2, cut "
                 "to three tokens by top-k, and to those that hold 80 % by top-p");
    if (svg == NULL)
        return -1;
    for (int i = 0; i < 3; i++) {
        sample_temperature(p, logits->data, V, heat[i]);
        snprintf(text, sizeof text, "the likeliest: %.2f", largest(p));
        bars(svg, 20 + 235.0 * i, 100, p, SVG_BLUE, said[i], text);
    }
    sample_temperature(p, logits->data, V, 1);
    sample_top_k(p, V, 3);
    bars(svg, 20, 215, p, SVG_VIOLET, "top-k 3", "three tokens, whatever they hold");
    for (int i = 0; i < 2; i++) {
        sample_temperature(p, logits->data, V, i == 0 ? 1 : 2);
        long kept = sample_top_p(p, V, 0.8);
        snprintf(text, sizeof text, "80 %%: that takes %ld of ten", kept);
        bars(svg, 255 + 235.0 * i, 215, p, SVG_AMBER,
             i == 0 ? "top-p 0.8" : "top-p 0.8 at temperature 2", text);
    }
    return svg_close(svg);
}

const LessonPicture pictures_of_13[] = {{"13_transformers/block", block},
                                        {"13_transformers/stream", stream},
                                        {"13_transformers/work", work},
                                        {"13_transformers/sampling", sampling},
                                        {NULL, NULL}};
