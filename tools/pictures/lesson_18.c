/* lesson_18.c - memoization: what of the past changes, rows of a cache, the work, a full context, and bytes. */
#include "attention_shared.h"
#include "lesson.h"
#include <math.h>

/* ---- past: keys of a second layer, as the text grows -------------------------------------------------------- */

enum { TOKENS = 7, WIDTH = 16, SIDE = 26 };

/* (n, C): what block 1 would remember of the first n tokens, after block 0 has mixed them. */
static Tensor *keys_of(Gpt *g, const int *ids, long n)
{
    Tensor *x = embedding_forward(g->tokens, int_tensor_from(SHAPE(1, n), n, ids));
    x = block_forward(g->blocks[0], positions_forward(g->positions, x), NULL);
    Block *b = g->blocks[1];
    return tensor_select(linear_forward(b->attn->k, layer_norm_forward(b->norm1, x)), 0, 0);
}

/* Within what a library's products may differ by. */
static SvgKind judged(const real *before, const real *now)
{
    for (long i = 0; i < WIDTH; i++)
        if (!(fabs((double)(before[i] - now[i])) <= 1e-6))
            return SVG_RED;
    return SVG_GREEN;
}

/* Line n has the keys of n tokens: new, as they were a line above, or changed. Returns how many are changed. */
static int grow(Svg *svg, double x, double y, bool causal)
{
    const int ids[TOKENS] = {3, 1, 4, 1, 5, 2, 6};
    Gpt *g = gpt_new((GptOptions){.vocabulary = 8,
                                  .context = TOKENS,
                                  .embed_dim = WIDTH,
                                  .num_heads = 2,
                                  .num_layers = 2,
                                  .causal = causal,
                                  .seed = 18});
    Tensor *before = NULL;
    int changed = 0;
    for (long n = 1; n <= TOKENS; n++) {
        Tensor *keys = keys_of(g, ids, n);
        double line = y + (double)(SIDE * (n - 1));
        for (long t = 0; t < n; t++) {
            SvgKind kind =
                t == n - 1 ? SVG_BLUE : judged(before->data + t * WIDTH, keys->data + t * WIDTH);
            changed += kind == SVG_RED;
            svg_cell(svg, kind, x + (double)(SIDE * t), line, SIDE - 3, SIDE - 3,
                     kind == SVG_GREEN ? 0.2 : 0.6);
        }
        svg_small(svg, SVG_FAINT, SVG_RIGHT, x - 8, line + 16, "%ld", n);
        before = keys;
    }
    module_free(&g->module);
    return changed;
}

static int past(const char *path)
{
    Svg *svg =
        svg_open(path, 700, 270,
                 "Keys of a second layer as the text grows by a token at a time: in a causal model "
                 "no earlier key changes; in a model that is not causal all do");
    if (svg == NULL)
        return -1;
    const char *const titles[] = {"causal", "not causal"};
    for (int i = 0; i < 2; i++) {
        double x = 70 + 340.0 * i;
        svg_title(svg, x - 30, 30, "%s", titles[i]);
        int changed = grow(svg, x, 44, i == 0);
        svg_small(svg, SVG_FAINT, SVG_LEFT, x - 30, 244,
                  "keys that one token more has changed: %d of %d", changed,
                  TOKENS * (TOKENS - 1) / 2);
    }
    svg_small(svg, SVG_BLUE, SVG_LEFT, 190, 60, "new");
    svg_small(svg, SVG_GREEN, SVG_LEFT, 190, 78, "as it was, a line above");
    svg_small(svg, SVG_RED, SVG_LEFT, 530, 60, "changed");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 40, 262, "line n: the text has n tokens");
    return svg_close(svg);
}

/* ---- batch: three texts of different lengths -------------------------------------------------------- */

static void cache_row(Svg *svg, const KvCache *c, long b, double y)
{
    enum { WIDE = 30 };
    long capacity = c->keys->shape[3], length = kv_cache_length(c, 0, b);
    long longest = kv_cache_keys(c, 0)->shape[2];
    svg_text(svg, SVG_INK, SVG_LEFT, 20, y + 18, "row %ld", b);
    for (long t = 0; t < capacity; t++) {
        double x = 80 + (double)(WIDE * t);
        if (t < length)
            svg_cell(svg, t == length - 1 ? SVG_BLUE : SVG_GREEN, x, y, WIDE - 3, 26, 0.5);
        else
            svg_box(svg, SVG_FAINT, x, y, WIDE - 3, 26, 0);
        svg_small(svg, SVG_INK, SVG_MIDDLE, x + 13, y + 17, "%s",
                  t < length    ? "1"
                  : t < longest ? "0"
                                : "");
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 80.0 + (double)(WIDE * capacity) + 8, y + 17, "length %ld",
              length);
}

static int batch(const char *path)
{
    const long prompt[] = {6, 2, 9};
    enum { CAPACITY = 14 };
    KvCache *c = kv_cache_new(1, 3, 1, CAPACITY, 1);
    for (long b = 0; b < 3; b++) {
        Tensor *k = tensor_zeros(SHAPE(1, 1, prompt[b], 1));
        kv_cache_append(kv_cache_row(c, b), 0, k, k);
    }
    Tensor *one = tensor_zeros(SHAPE(3, 1, 1, 1));
    kv_cache_append(c, 0, one, one);
    Svg *svg = svg_open(
        path, 600, 220,
        "Three texts of 6, 2 and 9 tokens in a cache with room for 14: the next token of each "
        "is written behind its own last one, and sees no place behind it");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 28, "One token more for each of three texts");
    for (long b = 0; b < 3; b++)
        cache_row(svg, c, b, 48 + 38.0 * (double)b);
    long longest = kv_cache_keys(c, 0)->shape[2];
    double from = 80, to = 80 + 30.0 * (double)longest - 3;
    svg_line(svg, SVG_INK, from, 168, to, 168);
    svg_line(svg, SVG_INK, from, 163, from, 168);
    svg_line(svg, SVG_INK, to, 163, to, 168);
    svg_small(svg, SVG_INK, SVG_LEFT, from, 185,
              "kv_cache_keys: a view of %ld places; 1 and 0: the mask of the new queries", longest);
    svg_small(svg, SVG_BLUE, SVG_LEFT, from, 205, "written by this append");
    svg_small(svg, SVG_GREEN, SVG_LEFT, from + 160, 205, "written before, never moved");
    return svg_close(svg);
}

/* ---- next_token: operations for one token more, against how many were read ------------------------------------------- */

static int next_token(const char *path)
{
    enum { N = 11 };
    const double C = 768, LAYERS = 12, WEIGHTS = LAYERS * 12 * C * C + 50257 * C;
    double tokens[N], with[N], without[N];
    for (int i = 0; i < N; i++) {
        double n = tokens[i] = (double)(1L << i);
        with[i] = 1e-9 * (2 * WEIGHTS + LAYERS * 4 * C * n);
        without[i] = 1e-9 * (n * 2 * WEIGHTS + LAYERS * 2 * C * n * (n + 1));
    }
    Svg *svg = svg_open(
        path, 680, 290,
        "GPT-2 small, operations for one token more: without a cache they grow with the text, "
        "with one they hardly do");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 400,
                    .height = 180,
                    .x_low = 1,
                    .x_high = 1024,
                    .y_low = 0.1,
                    .y_high = 1000,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "tokens, with the new one",
                    .title = "Operations for the next token, GPT-2 small (10^9)"};
    svg_plot(svg, &plot);
    for (int i = 0; i < N; i += 2)
        svg_plot_x_tick(svg, &plot, tokens[i], NULL);
    for (double y = 0.1; y < 2000; y *= 10)
        svg_plot_y_tick(svg, &plot, y, NULL);
    char name[64];
    snprintf(name, sizeof name, "read all again: %.0f", without[N - 1]);
    svg_plot_curve(svg, &plot, SVG_RED, N, tokens, without, name);
    snprintf(name, sizeof name, "with a cache: %.2f", with[N - 1]);
    svg_plot_curve(svg, &plot, SVG_GREEN, N, tokens, with, name);
    return svg_close(svg);
}

/* ---- full: which tokens a model with a context of 8 has read ------------------------------------------------------ */

static int full(const char *path)
{
    enum { LONGEST = 18, WIDE = 20, HIGH = 17 };
    GptOptions o = {.vocabulary = 2, .context = 8, .embed_dim = 2, .num_heads = 1, .causal = true};
    Gpt *g = gpt_new(o);
    Svg *svg = svg_open(
        path, 680, 400,
        "A context of 8: when it is full the first half is forgotten and what is left is read "
        "again, so one token in four costs five");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 24,
              "What is in the cache, and what is read for the next token: a context of 8");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 50, "length");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 70 + WIDE * LONGEST + 14, 50, "tokens read");
    long cached = 0, start = 0;
    for (long n = 1; n <= LONGEST; n++) {
        double y = 56 + (double)(HIGH * (n - 1));
        if (start < generate_start(g, n))
            cached = 0;
        start = generate_start(g, n);
        svg_small(svg, SVG_FAINT, SVG_RIGHT, 50, y + 12, "%ld", n);
        for (long t = 0; t < n; t++) {
            double x = 70 + (double)(WIDE * t);
            if (t < start)
                svg_box(svg, SVG_FAINT, x, y, WIDE - 3, HIGH - 3, 0);
            else
                svg_cell(svg, t < start + cached ? SVG_GREEN : SVG_BLUE, x, y, WIDE - 3, HIGH - 3,
                         t < start + cached ? 0.25 : 0.7);
        }
        long reads = n - start - cached;
        svg_text(svg, reads > 1 ? SVG_RED : SVG_INK, SVG_LEFT, 70 + WIDE * LONGEST + 14, y + 13,
                 "%ld", reads);
        cached += reads;
    }
    svg_small(svg, SVG_GREEN, SVG_LEFT, 70, 382, "in the cache");
    svg_small(svg, SVG_BLUE, SVG_LEFT, 170, 382, "read now");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 250, 382, "empty: forgotten");
    module_free(&g->module);
    return svg_close(svg);
}

/* ---- memory: the cache against the weights --------------------------------------------------------------------------- */

static double bytes_a_token(long layers, long heads, long head_dim)
{
    return (double)kv_cache_bytes(kv_cache_new(layers, 1, heads, 1, head_dim));
}

static int memory(const char *path)
{
    enum { N = 9 };
    const double weights = 1557611200.0 * sizeof(real), low = 256, high = 262144;
    const double all = bytes_a_token(48, 25, 64), grouped = bytes_a_token(48, 5, 64);
    double tokens[N], every[N], shared[N], flat[N];
    for (int i = 0; i < N; i++) {
        tokens[i] = i == 0 ? low : tokens[i - 1] * 2.378414230005442; /* 2^(10 / 8) */
        every[i] = 1e-9 * all * tokens[i];
        shared[i] = 1e-9 * grouped * tokens[i];
        flat[i] = 1e-9 * weights;
    }
    Svg *svg =
        svg_open(path, 680, 300,
                 "GPT-2 XL: the cache of 10,141 tokens takes as many bytes as the weights; with 5 "
                 "heads of keys and values in place of 25 it takes five times as many tokens");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = low,
                    .x_high = high,
                    .y_low = 0.01,
                    .y_high = 1000,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "tokens remembered, of all texts together",
                    .title = "Bytes of the cache and of the weights, GPT-2 XL (GB)"};
    svg_plot(svg, &plot);
    for (double x = low; x <= high; x *= 4)
        svg_plot_x_tick(svg, &plot, x, NULL);
    for (double y = 0.01; y < 2000; y *= 10)
        svg_plot_y_tick(svg, &plot, y, NULL);
    char name[64];
    snprintf(name, sizeof name, "25 heads: %.0f a token", all);
    svg_plot_curve(svg, &plot, SVG_GREEN, N, tokens, every, name);
    snprintf(name, sizeof name, "5 heads: %.0f", grouped);
    svg_plot_curve(svg, &plot, SVG_BLUE, N, tokens, shared, name);
    snprintf(name, sizeof name, "weights: %.1f GB", 1e-9 * weights);
    svg_plot_curve(svg, &plot, SVG_RED, N, tokens, flat, name);
    svg_plot_points(svg, &plot, SVG_INK, 2, (double[]){weights / all, weights / grouped},
                    (double[]){1e-9 * weights, 1e-9 * weights});
    svg_small(svg, SVG_INK, SVG_RIGHT, svg_plot_x(&plot, weights / all) - 6,
              svg_plot_y(&plot, 1e-9 * weights) - 8, "%.0f tokens", weights / all);
    return svg_close(svg);
}

const LessonPicture pictures_of_18[] = {{"18_memoization/past", past},
                                        {"18_memoization/batch", batch},
                                        {"18_memoization/next_token", next_token},
                                        {"18_memoization/full", full},
                                        {"18_memoization/memory", memory},
                                        {NULL, NULL}};
