/* lesson_12.c - attention: paths, the formula, saturation, heads, the wall, tiles, kinds of heads. */
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "lesson.h"

/* ---- recurrent against attention ------------------------------------------------------------------ */

static const char *const sentence[] = {"The",    "animal",  "did", "not", "cross", "the",
                                       "street", "because", "it",  "was", "too",   "tired"};
enum { WORDS = 12, ANIMAL = 1, STREET = 6, IT = 8 };

static double word_x(int i)
{
    return 60 + 63.0 * i;
}

static void words(Svg *svg, double y, double high)
{
    for (int i = 0; i < WORDS; i++) {
        bool meant = i == ANIMAL || i == IT;
        svg_box(svg, meant ? SVG_VIOLET : SVG_FAINT, word_x(i) - 30, y, 60, high, meant ? 0.25 : 0);
        svg_text(svg, SVG_INK, SVG_MIDDLE, word_x(i), y + high / 2 + 5, "%s", sentence[i]);
    }
}

static int paths(const char *path)
{
    Svg *svg =
        svg_open(path, 800, 290,
                 "A recurrent network carries 'animal' to 'it' in seven steps, attention in one");
    if (svg == NULL)
        return -1;
    svg_title(svg, 30, 24, "Recurrent: %d steps from animal to it, one after the other",
              IT - ANIMAL);
    words(svg, 50, 32);
    for (int i = 0; i + 1 < WORDS; i++)
        svg_arrow(svg, i >= ANIMAL && i < IT ? SVG_VIOLET : SVG_FAINT, word_x(i) + 12, 96,
                  word_x(i + 1) - 12, 96);
    for (int i = 0; i < WORDS; i++)
        svg_dot(svg, i >= ANIMAL && i <= IT ? SVG_VIOLET : SVG_FAINT, word_x(i), 96, 5);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 31, 122,
              "one vector is handed on; each step overwrites a part of it");
    svg_title(svg, 30, 164, "Attention: one step, from it to every word at once");
    for (int i = 0; i < WORDS; i++)
        if (i != IT && i != ANIMAL)
            svg_arc(svg, SVG_FAINT, word_x(IT), 238, word_x(i), 238, 8 + 4.5 * abs(i - IT));
    svg_arc(svg, SVG_VIOLET, word_x(IT), 238, word_x(ANIMAL), 238, 38);
    words(svg, 242, 32);
    return svg_close(svg);
}

/* ---- the formula, one arrow per step, with the numbers of the example -------------------------------- */

typedef struct {
    const char *symbol, *does, *why;
    const char *text; /* what the example gives */
} Step;

static void pair_text(char *text, size_t size, const Tensor *t, const char *format)
{
    char a[24], b[24];
    snprintf(a, sizeof a, format, (double)t->data[0]);
    snprintf(b, sizeof b, format, (double)t->data[1]);
    snprintf(text, size, "[%s, %s]", a, b);
}

static int formula(const char *path)
{
    Tensor *q = tensor_from(SHAPE(1, 2), VALUES(1, 0));
    Tensor *k = tensor_from(SHAPE(2, 2), VALUES(1, 0, 0, 1));
    Tensor *v = tensor_from(SHAPE(2, 2), VALUES(10, 0, 0, 10));
    Tensor *scores = attention_scores(q, k), *scaled = attention_scale(scores, 2);
    Tensor *weights = attention_weights(scaled), *output = attention_context(weights, v);
    char text[4][64];
    pair_text(text[0], sizeof text[0], scores, "%.0f");
    pair_text(text[1], sizeof text[1], scaled, "%.3g");
    pair_text(text[2], sizeof text[2], weights, "%.3f");
    pair_text(text[3], sizeof text[3], output, "%.2f");
    const Step steps[] = {{"Q K\xe1\xb5\x80", "similarity", "how well does each key fit?", text[0]},
                          {"/ \xe2\x88\x9a"
                           "D",
                           "stability", "keep the spread at 1", text[1]},
                          {"softmax", "probability", "shares that add up to 1", text[2]},
                          {"\xc2\xb7 V", "retrieval", "the values, blended", text[3]}};
    Svg *svg = svg_open(path, 720, 190,
                        "The four steps of scaled dot-product attention with the "
                        "numbers of the worked example");
    if (svg == NULL)
        return -1;
    static const SvgKind kinds[] = {SVG_BLUE, SVG_GREEN, SVG_VIOLET, SVG_AMBER};
    for (int i = 0; i < 4; i++) {
        double x = 20 + 175.0 * i;
        svg_box(svg, kinds[i], x, 40, 150, 64, 0.12);
        svg_title(svg, x + 12, 66, "%s", steps[i].symbol);
        svg_text(svg, kinds[i], SVG_LEFT, x + 12, 90, "%s", steps[i].does);
        svg_small(svg, SVG_FAINT, SVG_LEFT, x + 2, 24, "%s", steps[i].why);
        svg_text(svg, SVG_INK, SVG_MIDDLE, x + 75, 138, "%s", steps[i].text);
        if (i < 3)
            svg_arrow(svg, SVG_INK, x + 152, 72, x + 173, 72);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 22, 170,
              "q = [1, 0], keys [1, 0] and [0, 1], values [10, 0] and [0, 10]");
    return svg_close(svg);
}

/* ---- saturation: the largest weight of a row, with and without the scale ------------------------------ */

enum { WIDTHS = 8, KEYS = 128, DRAWS = 8 };

/* Over DRAWS draws of 128 queries and 128 keys. */
static double largest_weight(long D, bool scaled, Rng *rng)
{
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        Tensor *q = tensor_normal(SHAPE(KEYS, D), 0, 1, rng);
        Tensor *k = tensor_normal(SHAPE(KEYS, D), 0, 1, rng);
        Tensor *scores = attention_scores(q, k);
        Tensor *weights = attention_weights(scaled ? attention_scale(scores, D) : scores);
        sum += tensor_item(tensor_mean(tensor_max(weights, AXES(-1), false), ALL_AXES, false));
    }
    return sum / DRAWS;
}

static int saturation(const char *path)
{
    double D[WIDTHS], raw[WIDTHS], scaled[WIDTHS];
    Rng rng = rng_seed(12);
    for (int i = 0; i < WIDTHS; i++) {
        D[i] = (double)(2L << i);
        raw[i] = largest_weight(2L << i, false, &rng);
        scaled[i] = largest_weight(2L << i, true, &rng);
    }
    Svg *svg = svg_open(path, 640, 300,
                        "Without the scale the largest weight grows with the width of the "
                        "head, with it it stays small");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 2,
                    .x_high = 256,
                    .y_low = 0,
                    .y_high = 1,
                    .x_log = true,
                    .x_title = "width D of a head",
                    .title = "The largest of 128 weights, averaged over the queries"};
    svg_plot(svg, &plot);
    for (int i = 0; i < WIDTHS; i++)
        svg_plot_x_tick(svg, &plot, D[i], NULL);
    svg_plot_y_tick(svg, &plot, 0, "0");
    svg_plot_y_tick(svg, &plot, 0.5, "0.5");
    svg_plot_y_tick(svg, &plot, 1, "1");
    char name[64];
    snprintf(name, sizeof name, "q k, not scaled: %.2f", raw[WIDTHS - 1]);
    svg_plot_curve(svg, &plot, SVG_RED, WIDTHS, D, raw, name);
    svg_plot_points(svg, &plot, SVG_RED, WIDTHS, D, raw);
    snprintf(name, sizeof name,
             "q k / \xe2\x88\x9a"
             "D: %.2f",
             scaled[WIDTHS - 1]);
    svg_plot_curve(svg, &plot, SVG_VIOLET, WIDTHS, D, scaled, name);
    svg_plot_points(svg, &plot, SVG_VIOLET, WIDTHS, D, scaled);
    return svg_close(svg);
}

/* ---- heads: the right cut and the wrong one ------------------------------------------------------------- */

static void numbered(Svg *svg, double x, double y, const Tensor *t, const char *title)
{
    svg_text(svg, SVG_INK, SVG_LEFT, x, y - 10, "%s", title);
    for (long i = 0; i < t->shape[0]; i++)
        for (long j = 0; j < t->shape[1]; j++) {
            int number = (int)t->data[i * t->stride[0] + j * t->stride[1]];
            double cx = x + 34.0 * (double)j, cy = y + 30.0 * (double)i;
            svg_cell(svg, number % 10 < 3 ? SVG_BLUE : SVG_AMBER, cx, cy, 33, 29, 0.3);
            svg_text(svg, SVG_INK, SVG_MIDDLE, cx + 16.5, cy + 19, "%d.%d", number / 10,
                     number % 10);
        }
}

static Tensor *head_of(Tensor *heads, long h)
{
    return tensor_select(tensor_select(heads, 0, 0), 0, h);
}

static int heads(const char *path)
{
    Tensor *x = tensor_new(SHAPE(1, 3, 6));
    for (int i = 0; i < 18; i++)
        x->data[i] = (real)(10 * (i / 6) + i % 6);
    Tensor *right = split_heads(x, 2), *wrong = tensor_reshape(x, SHAPE(1, 2, 3, 3));
    Svg *svg = svg_open(path, 720, 330,
                        "Splitting three tokens of six channels into two heads: reshape and "
                        "transpose keep tokens together, a reshape alone does not");
    if (svg == NULL)
        return -1;
    numbered(svg, 20, 60, tensor_select(x, 0, 0),
             "x (1, 3, 6): a row per token, 1.4 is channel 4 of token 1");
    svg_arrow(svg, SVG_INK, 232, 92, 300, 70);
    svg_arrow(svg, SVG_INK, 232, 118, 292, 240);
    numbered(svg, 420, 60, head_of(right, 0), "head 0");
    numbered(svg, 560, 60, head_of(right, 1), "head 1");
    svg_title(svg, 308, 76, "reshape,");
    svg_title(svg, 308, 94, "transpose");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 420, 168,
              "each head sees three channels of all three tokens");
    numbered(svg, 420, 230, head_of(wrong, 0), "\"head 0\"");
    numbered(svg, 560, 230, head_of(wrong, 1), "\"head 1\"");
    svg_title(svg, 300, 246, "reshape");
    svg_title(svg, 300, 264, "alone");
    svg_small(svg, SVG_RED, SVG_LEFT, 300, 284, "same shape,");
    svg_small(svg, SVG_RED, SVG_LEFT, 300, 299, "1.5 tokens each");
    return svg_close(svg);
}

/* ---- the wall: memory of the weights, measured ------------------------------------------------------------ */

enum { LENGTHS = 6 };

static double bytes_of(long T, bool tiles)
{
    Scope *scope = scope_open();
    Rng rng = rng_seed(1);
    Tensor *q = tensor_normal(SHAPE(1, T, 64), 0, 1, &rng);
    size_t before = scope_bytes(scope);
    if (tiles)
        flash_attention(q, q, q, (FlashAttentionOptions){.causal = true});
    else
        scaled_dot_product_attention(q, q, q, NULL);
    double bytes = (double)(scope_peak(scope) - before);
    scope_close(scope);
    return bytes;
}

static int wall(const char *path)
{
    double T[LENGTHS], plain[LENGTHS], tiles[LENGTHS];
    for (int i = 0; i < LENGTHS; i++) {
        T[i] = (double)(64L << i);
        plain[i] = bytes_of(64L << i, false);
        tiles[i] = bytes_of(64L << i, true);
    }
    Svg *svg = svg_open(path, 640, 320,
                        "Memory of one head of attention against the number of tokens: step by "
                        "step it grows with the square, in tiles with the length");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 380,
                    .height = 210,
                    .x_low = 64,
                    .x_high = 2048,
                    .y_low = 1e4,
                    .y_high = 1e8,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "tokens T",
                    .title = "Bytes that one head of width 64 takes, measured"};
    svg_plot(svg, &plot);
    static const char *const ticks[] = {"10 kB", "100 kB", "1 MB", "10 MB", "100 MB"};
    for (int i = 0; i < 5; i++)
        svg_plot_y_tick(svg, &plot, pow(10, 4 + i), ticks[i]);
    for (int i = 0; i < LENGTHS; i++)
        svg_plot_x_tick(svg, &plot, T[i], NULL);
    svg_plot_curve(svg, &plot, SVG_RED, LENGTHS, T, plain, "step by step");
    svg_plot_points(svg, &plot, SVG_RED, LENGTHS, T, plain);
    svg_plot_curve(svg, &plot, SVG_VIOLET, LENGTHS, T, tiles, "in tiles");
    svg_plot_points(svg, &plot, SVG_VIOLET, LENGTHS, T, tiles);
    double one = 512.0 * 512 * sizeof(float);
    svg_plot_points(svg, &plot, SVG_INK, 1, (double[]){512}, &one);
    svg_small(svg, SVG_INK, SVG_LEFT, svg_plot_x(&plot, 512) + 8, svg_plot_y(&plot, one) + 2,
              "weights alone: %.0f", one);
    return svg_close(svg);
}

/* ---- tiles: what a kernel that knows of the mask computes ------------------------------------------------- */

static int tiles(const char *path)
{
    enum { N = 8 };
    Svg *svg = svg_open(path, 680, 290,
                        "Attention in tiles: those above the diagonal of a causal mask are never "
                        "computed");
    if (svg == NULL)
        return -1;
    int done = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double x = 90 + 28.0 * j, y = 50 + 28.0 * i;
            svg_box(svg, j <= i ? SVG_VIOLET : SVG_FAINT, x, y, 26, 26,
                    j < i    ? 0.45
                    : j == i ? 0.2
                             : 0);
            done += j <= i;
        }
    svg_small(svg, SVG_GREEN, SVG_MIDDLE, 202, 38, "keys, 64 at a time");
    svg_small(svg, SVG_BLUE, SVG_RIGHT, 82, 168, "queries,");
    svg_small(svg, SVG_BLUE, SVG_RIGHT, 82, 183, "64 at a time");
    svg_box(svg, SVG_INK, 90 + 28 * 2 - 2, 50 + 28 * 5 - 2, 30, 30, 0);
    svg_arrow(svg, SVG_INK, 390, 120, 90 + 28 * 3 + 4, 50 + 28 * 5 + 10);
    svg_title(svg, 396, 90, "One tile at a time");
    static const char *const said[] = {
        "64 x 64 scores, in the cache", "their exponentials, and the row's sum",
        "times 64 values: added to the output", "forgotten: no T x T matrix anywhere"};
    for (int i = 0; i < 4; i++)
        svg_text(svg, SVG_FAINT, SVG_LEFT, 396, 114 + 21.0 * i, "%s", said[i]);
    svg_text(svg, SVG_INK, SVG_LEFT, 396, 220, "T = 512: %d of %d tiles are computed", done, N * N);
    svg_text(svg, SVG_FAINT, SVG_LEFT, 396, 241, "(pale: with the mask inside the tile)");
    return svg_close(svg);
}

/* ---- kinds of heads: how to read a heat map ----------------------------------------------------------------- */

static double score(int kind, long T, long i, long j)
{
    switch (kind) {
    case 0:
        return i == j ? 5 : 0;
    case 1:
        return i - j == 1 || (i == 0 && j == 0) ? 5 : 0;
    case 2:
        return j == 0 ? 4 : 0;
    case 3:
        return 0;
    default:
        return i + j == T - 1 ? 5 : 0;
    }
}

static int kinds(const char *path)
{
    enum { T = 10, KINDS = 5 };
    static const char *const said[KINDS] = {"itself", "the token before", "a place to rest",
                                            "no idea (yet)", "the mirror image"};
    Svg *svg = svg_open(path, 740, 190,
                        "Five heat maps: itself, the token before, the first token, all alike, "
                        "the mirror image");
    if (svg == NULL)
        return -1;
    for (int kind = 0; kind < KINDS; kind++) {
        Tensor *scores = tensor_new(SHAPE(T, T));
        for (long i = 0; i < T; i++)
            for (long j = 0; j < T; j++)
                scores->data[i * T + j] = (real)score(kind, T, i, j);
        Tensor *mask = kind == 4 ? NULL : mask_causal(T);
        Tensor *weights = attention_weights(attention_mask(scores, mask));
        svg_matrix(svg, weights,
                   (SvgMatrix){.x = 30 + 143.0 * kind,
                               .y = 52,
                               .cell = 12,
                               .kind = SVG_VIOLET,
                               .high = 1,
                               .title = said[kind]});
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 30, 24,
              "a row per query, a column per key, more colour is more weight");
    return svg_close(svg);
}

const LessonPicture pictures_of_12[] = {{"12_attention/paths", paths},
                                        {"12_attention/formula", formula},
                                        {"12_attention/saturation", saturation},
                                        {"12_attention/heads", heads},
                                        {"12_attention/wall", wall},
                                        {"12_attention/tiles", tiles},
                                        {"12_attention/kinds", kinds},
                                        {"12_attention/journey", picture_of_the_journey},
                                        {NULL, NULL}};
