/* lesson_22.c - since 2017: a block of then and one of now, clocks, heads that share. */
#include <math.h>
#include "lesson.h"

/* ---- parts: a block of GPT-2 beside one of a Llama --------------------------------------------------- */

enum { WIDTH = 768, Q_HEADS = 12, SHARED = 3 };

static Gpt *one_block(bool llama)
{
    return gpt_new((GptOptions){.vocabulary = 2,
                                .context = 2,
                                .embed_dim = WIDTH,
                                .num_heads = Q_HEADS,
                                .num_kv_heads = llama ? SHARED : 0,
                                .num_layers = 1,
                                .positions = llama ? POSITIONS_ROTARY : POSITIONS_LEARNED,
                                .norm = llama ? NORM_RMS : NORM_LAYER,
                                .mlp = llama ? MLP_SWIGLU : MLP_GELU,
                                .mlp_dim = llama ? 8 * WIDTH / 3 : 0,
                                .causal = true,
                                .qkv_in_one = true,
                                .no_bias = llama});
}

static void part(Svg *svg, SvgKind kind, double x, double y, const char *name, const char *more)
{
    svg_box(svg, kind, x, y, 190, 40, 0.2);
    svg_text(svg, SVG_INK, SVG_MIDDLE, x + 95, y + 17, "%s", name);
    svg_small(svg, SVG_INK, SVG_MIDDLE, x + 95, y + 33, "%s", more);
}

static void block(Svg *svg, double x, bool llama)
{
    Gpt *g = one_block(llama);
    const Block *b = g->blocks[0];
    char kept[64], weights[64];
    snprintf(kept, sizeof kept, "%ld heads of queries, %ld of keys", b->attn->num_heads,
             b->attn->num_kv_heads);
    snprintf(weights, sizeof weights, "%d matrices, %ld weights", llama ? 3 : 2,
             tensor_numel(b->up->weight) + tensor_numel(b->down->weight));
    svg_title(svg, x, 26, llama ? "A block of a Llama, 2023" : "A block of GPT-2, 2019");
    svg_arrow(svg, SVG_INK, x + 10, 48, x + 10, 330);
    if (!llama)
        svg_small(svg, SVG_AMBER, SVG_LEFT, x + 20, 52, "in front of all blocks: + positions");
    const double top[] = {64, 200};
    for (int branch = 0; branch < 2; branch++) {
        double y = top[branch];
        SvgKind new = llama ? SVG_GREEN : SVG_BLUE;
        svg_line(svg, SVG_INK, x + 10, y + 20, x + 40, y + 20);
        part(svg, new, x + 40, y, llama ? "RMSNorm" : "layer norm",
             llama ? "one weight a channel" : "a weight and a shift a channel");
        svg_line(svg, SVG_INK, x + 135, y + 40, x + 135, y + 54);
        if (branch == 0)
            part(svg, new, x + 40, y + 54, llama ? "attention, with turns" : "attention", kept);
        else
            part(svg, new, x + 40, y + 54, llama ? "SwiGLU" : "GELU", weights);
        svg_arrow(svg, SVG_INK, x + 40, y + 74, x + 22, y + 74);
        svg_text(svg, SVG_INK, SVG_RIGHT, x + 4, y + 78, "+");
    }
    module_free(&g->module);
}

static int parts(const char *path)
{
    Svg *svg = svg_open(path, 580, 345,
                        "The same stream and the same two branches in 2019 and in 2023; norm, "
                        "positions, heads and the gate of the MLP are others");
    if (svg == NULL)
        return -1;
    block(svg, 30, false);
    block(svg, 320, true);
    return svg_close(svg);
}

/* ---- clocks: what the turns of one row look like, pair by pair ------------------------------------------ */

static void clock_face(Svg *svg, double x, double y, double cosine, double sine)
{
    enum { POINTS = 41 };
    double face_x[POINTS], face_y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double angle = 2 * acos(-1) * i / (POINTS - 1);
        face_x[i] = x + 22 * cos(angle);
        face_y[i] = y + 22 * sin(angle);
    }
    svg_curve(svg, SVG_FAINT, POINTS, face_x, face_y);
    svg_arrow(svg, SVG_BLUE, x, y, x + 20 * cosine, y - 20 * sine);
}

static int clocks(const char *path)
{
    enum { PAIRS = 4, AT = 7 };
    const int position[AT] = {0, 1, 2, 3, 10, 100, 1000};
    Svg *svg = svg_open(path, 560, 310,
                        "Four pairs of a row at seven positions: the first has turned by a sixth "
                        "of a circle after one token, the last hardly after a hundred");
    if (svg == NULL)
        return -1;
    Tensor *x = tensor_from(SHAPE(1, 1, 2 * PAIRS), VALUES(1, 0, 1, 0, 1, 0, 1, 0));
    Tensor *rows = tensor_contiguous(tensor_expand(x, SHAPE(1, AT, 2 * PAIRS)));
    IntTensor *positions = int_tensor_from(SHAPE(AT), AT, position);
    Tensor *turned = tensor_rope(rows, (RopeOptions){.positions = positions});
    svg_title(svg, 20, 26, "Pairs of a row of 8 numbers, turned by their position");
    for (int at = 0; at < AT; at++) {
        double middle = 150 + 60.0 * at;
        svg_small(svg, SVG_INK, SVG_MIDDLE, middle, 56, "%d", position[at]);
        for (int pair = 0; pair < PAIRS; pair++) {
            const real *hand = turned->data + (at * PAIRS + pair) * 2;
            clock_face(svg, middle, 90 + 56.0 * pair, (double)hand[0], (double)hand[1]);
        }
    }
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 115, 56, "position");
    for (int pair = 0; pair < PAIRS; pair++) {
        double round = 2 * acos(-1) * pow(10000, (double)pair / PAIRS);
        svg_small(svg, SVG_INK, SVG_RIGHT, 115, 88 + 56.0 * pair, "pair %d", pair);
        svg_small(svg, SVG_FAINT, SVG_RIGHT, 115, 102 + 56.0 * pair, "round in %.0f", round);
    }
    return svg_close(svg);
}

/* ---- groups: heads of queries, and what they look at ------------------------------------------------------ */

static int groups(const char *path)
{
    enum { HEADS = 8, D = 64, WAYS = 3 };
    const long shared[WAYS] = {8, 2, 1};
    const char *const name[WAYS] = {"each its own", "groups of four", "one for all"};
    Svg *svg = svg_open(path, 660, 220,
                        "Eight heads of queries, and eight, two or one of keys and values: a cache "
                        "keeps as many numbers less");
    if (svg == NULL)
        return -1;
    for (int way = 0; way < WAYS; way++) {
        double x = 20 + 215.0 * way;
        svg_text(svg, SVG_INK, SVG_LEFT, x, 26, "%s", name[way]);
        double each = (double)HEADS / (double)shared[way];
        for (int h = 0; h < HEADS; h++) {
            long k = h / (HEADS / shared[way]);
            double below = x + 24 * ((double)k + 0.5) * each;
            svg_line(svg, SVG_FAINT, x + 24 * h + 12, 64, below, 120);
            svg_cell(svg, SVG_BLUE, x + 24 * h + 2, 44, 20, 20, 0.6);
        }
        for (long k = 0; k < shared[way]; k++) {
            double below = x + 24 * ((double)k + 0.5) * each;
            svg_cell(svg, SVG_GREEN, below - 10, 120, 20, 20, 0.6);
            svg_cell(svg, SVG_AMBER, below - 10, 142, 20, 20, 0.6);
        }
        KvCache *cache = kv_cache_new(1, 1, shared[way], 1, D);
        svg_small(svg, SVG_INK, SVG_LEFT, x, 186, "%zu numbers a token and layer",
                  kv_cache_bytes(cache) / sizeof(real));
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 210,
              "above: heads of queries, %d channels each; below: keys, values", D);
    return svg_close(svg);
}

const LessonPicture pictures_of_22[] = {{"22_since_2017/parts", parts},
                                        {"22_since_2017/clocks", clocks},
                                        {"22_since_2017/groups", groups},
                                        {NULL, NULL}};
