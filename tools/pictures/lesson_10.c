/* lesson_10.c - tokenization: the merges of a word as a tree, and what a larger vocabulary brings. */
#include <stdio.h>
#include <string.h>
#include "bpe_parts.h"
#include "lesson.h"

/* ---- a word becomes a token --------------------------------------------------------------------------- */

typedef struct {
    int ids[16];
    double x[16];
    int level[16];
    long n;
} Tree;

static const char *letters_of(const Bpe *b, int id)
{
    char *text = scope_alloc(scope_current(), 32);
    bpe_decode(b, &id, 1, text, 32);
    return text;
}

static double height(int level)
{
    return 260 - 48 * level;
}

static void draw_node(Svg *svg, const Bpe *b, int id, double x, int level)
{
    double width = 20 + 9 * (double)bpe_length(b, id);
    svg_box(svg, level > 0 ? SVG_BLUE : SVG_GREEN, x - width / 2, height(level), width, 26,
            level > 0 ? 0.25 : 0.12);
    svg_text(svg, SVG_INK, SVG_MIDDLE, x, height(level) + 18, "%s", letters_of(b, id));
}

/* Makes the merge of the lowest rank; false: there is none. */
static bool merge_next(Svg *svg, const Bpe *b, Tree *t)
{
    long best = -1, at = 0;
    for (long i = 0; i + 1 < t->n; i++) {
        long rank = bpe_rank(b, (BpePair){t->ids[i], t->ids[i + 1]});
        bool first = rank >= 0 && best < 0;
        if (first || (rank >= 0 && rank < best))
            best = rank, at = i;
    }
    if (best < 0)
        return false;
    int below = t->level[at] > t->level[at + 1] ? t->level[at] : t->level[at + 1];
    double x = (t->x[at] + t->x[at + 1]) / 2;
    for (long i = at; i < at + 2; i++)
        svg_line(svg, SVG_FAINT, t->x[i], height(t->level[i]), x, height(below + 1) + 26);
    draw_node(svg, b, b->merged[best], x, below + 1);
    svg_small(svg, SVG_RED, SVG_LEFT, x + 14 + 4.5 * (double)bpe_length(b, b->merged[best]),
              height(below + 1) + 17, "rank %ld", best);
    t->ids[at] = b->merged[best];
    t->x[at] = x;
    t->level[at] = below + 1;
    for (long i = at + 1; i + 1 < t->n; i++)
        t->ids[i] = t->ids[i + 1], t->x[i] = t->x[i + 1], t->level[i] = t->level[i + 1];
    t->n--;
    return true;
}

static BpeWord spelled(const char *letters, long count)
{
    long n = (long)strlen(letters);
    int *ids = scope_alloc(scope_current(), (size_t)n * sizeof *ids);
    for (long i = 0; i < n; i++)
        ids[i] = (unsigned char)letters[i];
    return (BpeWord){ids, n, count};
}

static int tree(const char *path)
{
    BpeWord words[] = {spelled("low", 5), spelled("lower", 2), spelled("newest", 6),
                       spelled("widest", 3)};
    Bpe *b = bpe_new();
    bpe_learn(b, words, 4, 256 + 9);
    Svg *svg = svg_open(path, 700, 310,
                        "The letters of newest and of lowest, merged in the order of ranks");
    if (svg == NULL)
        return -1;
    svg_title(svg, 40, 30, "Learnt from low 5 times, lower 2, newest 6, widest 3");
    static const char *const shown[] = {"newest", "lowest"};
    for (int w = 0; w < 2; w++) {
        BpeWord word = spelled(shown[w], 1);
        Tree t = {.n = word.n};
        for (long i = 0; i < word.n; i++) {
            t.ids[i] = word.ids[i];
            t.x[i] = 60 + 340 * w + 48 * (double)i;
            draw_node(svg, b, t.ids[i], t.x[i], 0);
        }
        while (merge_next(svg, b, &t))
            ;
        svg_small(svg, SVG_FAINT, SVG_LEFT, 46 + 340 * w, 304, "%s: %ld token%s", shown[w], t.n,
                  t.n > 1 ? "s" : "");
    }
    bpe_free(b);
    return svg_close(svg);
}

/* ---- bytes per token ---------------------------------------------------------------------------------- */

enum { STEMS = 150, ALPHABET = 26, WORDS = 12000, ROOM = WORDS * 16 };

/* Words of stems and endings; stem k is drawn half as often as stem k / 2, as words of people are. */
static size_t draw_prose(Rng *rng, char *text)
{
    static const char *const endings[] = {"", "", "", "s", "ed", "ing", "er", "ly"};
    static char stems[STEMS][8];
    size_t bytes = 0;
    for (int k = 0; k < STEMS; k++)
        for (long i = 0, n = 2 + rng_below(rng, 5); i < n; i++)
            stems[k][i] =
                i % 2 ? "aeiou"[rng_below(rng, 5)] : "bcdfghklmnprstvw"[rng_below(rng, 16)];
    for (long w = 0; w < WORDS; w++) {
        long k = rng_below(rng, STEMS);
        while (k > 0 && rng_below(rng, 3) > 0)
            k /= 2;
        bytes += (size_t)sprintf(text + bytes, " %s%s", stems[k], endings[rng_below(rng, 8)]);
    }
    return bytes;
}

static double bytes_per_token(const Bpe *b, const char *text, size_t bytes)
{
    Scope *scope = scope_open();
    int *ids = scope_alloc(scope, bytes * sizeof *ids);
    double mean = (double)bytes / (double)bpe_encode(b, text, bytes, ids);
    scope_close(scope);
    return mean;
}

static int vocabulary(const char *path)
{
    enum { POINTS = 8 };
    static const long merges[POINTS] = {0, 8, 16, 32, 64, 128, 256, 512};
    double x[POINTS], seen[POINTS], noise[POINTS];
    Rng rng = rng_seed(10);
    char *text = scope_alloc(scope_current(), ROOM), *letters = scope_alloc(scope_current(), 20000);
    size_t bytes = draw_prose(&rng, text);
    for (long i = 0; i < 20000; i++)
        letters[i] = i % 6 == 0 ? ' ' : (char)('a' + rng_below(&rng, ALPHABET));
    for (int i = 0; i < POINTS; i++) {
        Bpe *b = bpe_train(text, bytes / 4 * 3, 256 + merges[i]);
        x[i] = i;
        seen[i] = bytes_per_token(b, text + bytes / 4 * 3, bytes - bytes / 4 * 3);
        noise[i] = bytes_per_token(b, letters, 20000);
        bpe_free(b);
    }
    Svg *svg = svg_open(path, 640, 290,
                        "Bytes per token against the number of merges, for words like those learnt "
                        "from and for letters at random");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 60,
                    .y = 50,
                    .width = 420,
                    .height = 180,
                    .x_low = 0,
                    .x_high = POINTS - 1,
                    .y_low = 0,
                    .y_high = 7,
                    .x_title = "merges",
                    .title = "Bytes per token"};
    svg_plot(svg, &plot);
    for (int i = 0; i < POINTS; i++) {
        char tick[16];
        snprintf(tick, sizeof tick, "%ld", merges[i]);
        svg_plot_x_tick(svg, &plot, i, tick);
    }
    for (int i = 1; i <= 7; i += 2)
        svg_plot_y_tick(svg, &plot, i, NULL);
    svg_plot_curve(svg, &plot, SVG_BLUE, POINTS, x, seen, "more of the same");
    svg_plot_curve(svg, &plot, SVG_AMBER, POINTS, x, noise, "letters at random");
    return svg_close(svg);
}

const LessonPicture pictures_of_10[] = {
    {"10_tokenization/tree", tree}, {"10_tokenization/vocabulary", vocabulary}, {NULL, NULL}};
