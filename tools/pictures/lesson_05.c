/* lesson_05.c - data: fair and unfair shuffles, and a text that is its own labels. */
#include <stdio.h>
#include <string.h>
#include "lesson.h"

/* ---- orders of three items, every way counted ---------------------------------------------------------- */

static const char *const orders[] = {"123", "132", "213", "231", "312", "321"};

static int order_of(const int *item)
{
    char text[4] = {(char)('1' + item[0]), (char)('1' + item[1]), (char)('1' + item[2]), 0};
    for (int i = 0; i < 6; i++)
        if (strcmp(orders[i], text) == 0)
            return i;
    return -1;
}

static void swap(int *item, int i, int j)
{
    int keep = item[i];
    item[i] = item[j];
    item[j] = keep;
}

/* Fisher and Yates: place 2 with one of three, place 1 with one of two. */
static void count_fair(long *count)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 2; b++) {
            int item[] = {0, 1, 2};
            swap(item, 2, a);
            swap(item, 1, b);
            count[order_of(item)]++;
        }
}

/* Every place with any place. */
static void count_naive(long *count)
{
    for (int draw = 0; draw < 27; draw++) {
        int item[] = {0, 1, 2};
        swap(item, 0, draw % 3);
        swap(item, 1, draw / 3 % 3);
        swap(item, 2, draw / 9);
        count[order_of(item)]++;
    }
}

static void bars(Svg *svg, double left, const char *title, const long *count, double unit,
                 SvgKind kind)
{
    svg_title(svg, left, 28, "%s", title);
    svg_line(svg, SVG_FAINT, left, 190, left + 270, 190);
    for (int i = 0; i < 6; i++) {
        double height = unit * (double)count[i], x = left + 4 + 45.0 * i;
        svg_box(svg, kind, x, 190 - height, 36, height, 0.3);
        svg_small(svg, SVG_INK, SVG_MIDDLE, x + 18, 182 - height, "%ld", count[i]);
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, x + 18, 207, "%s", orders[i]);
    }
}

static int shuffles(const char *path)
{
    long fair[6] = {0}, naive[6] = {0};
    count_fair(fair);
    count_naive(naive);
    Svg *svg =
        svg_open(path, 640, 225,
                 "Ways that lead to each order of three items: one each by Fisher and Yates, "
                 "4 or 5 of 27 if every place changes with any");
    if (svg == NULL)
        return -1;
    bars(svg, 20, "Fisher and Yates: 6 ways, 6 orders", fair, 100, SVG_BLUE);
    bars(svg, 350, "any place with any: 27 ways, 6 orders", naive, 24, SVG_RED);
    return svg_close(svg);
}

/* ---- windows -------------------------------------------------------------------------------------------- */

static void letters(Svg *svg, double x, double y, const char *text, SvgKind kind, double amount)
{
    for (int i = 0; text[i] != '\0'; i++) {
        svg_box(svg, kind, x + 42.0 * i, y, 38, 34, amount);
        svg_text(svg, SVG_INK, SVG_MIDDLE, x + 42.0 * i + 19, y + 22, "%c", text[i]);
    }
}

static int windows(const char *path)
{
    static const char text[] = "the_cat";
    CharTokenizer *tokenizer = char_tokenizer_from(text);
    int ids[sizeof text];
    long n = char_encode(tokenizer, text, strlen(text), ids);
    Dataset *d = text_dataset_new(ids, n, 4);
    Batch batch;
    d->fetch(d, 1, (long[]){1}, &batch);
    char *input = char_decode(tokenizer, batch.ids->data, 4),
         *label = char_decode(tokenizer, batch.labels->data, 4);
    Svg *svg = svg_open(
        path, 560, 230,
        "Window 1 of the text the_cat: the ids he_c and, one place further, the labels e_ca");
    if (svg == NULL)
        return -1;
    svg_text(svg, SVG_FAINT, SVG_RIGHT, 100, 42, "text");
    letters(svg, 120, 20, text, SVG_FAINT, 0);
    svg_text(svg, SVG_BLUE, SVG_RIGHT, 100, 112, "ids");
    letters(svg, 120 + 42, 90, input, SVG_BLUE, 0.25);
    svg_text(svg, SVG_AMBER, SVG_RIGHT, 100, 182, "labels");
    letters(svg, 120 + 84, 160, label, SVG_AMBER, 0.25);
    for (int i = 0; i < 4; i++)
        svg_arrow(svg, SVG_INK, 162 + 42.0 * i + 22, 126, 204 + 42.0 * i + 10, 158);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 120, 218,
              "four questions in one window: which letter comes next?");
    owned_free(input);
    owned_free(label);
    dataset_free(d);
    char_tokenizer_free(tokenizer);
    return svg_close(svg);
}

const LessonPicture pictures_of_05[] = {
    {"05_dataloader/shuffles", shuffles}, {"05_dataloader/windows", windows}, {NULL, NULL}};
