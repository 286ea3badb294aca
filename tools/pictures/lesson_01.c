/* lesson_01.c - tensors: two headers on one block of numbers, and sums that lose digits. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"

/* ---- a tensor and its transpose read the same six numbers ------------------------------------------- */

static void window(Svg *svg, const Tensor *t, double x, double y, SvgKind kind, const char *name)
{
    svg_text(svg, kind, SVG_LEFT, x, y - 30, "%s: shape (%ld, %ld)", name, t->shape[0],
             t->shape[1]);
    if (kind == SVG_AMBER) /* asked by 01.6 */
        svg_text(svg, kind, SVG_LEFT, x, y - 12, "stride (?, ?)");
    else
        svg_text(svg, kind, SVG_LEFT, x, y - 12, "stride (%ld, %ld)", t->stride[0], t->stride[1]);
    svg_matrix(svg, t,
               (SvgMatrix){.x = x, .y = y, .cell = 34, .kind = kind, .format = "%.0f", .high = 12});
}

static int views(const char *path)
{
    Tensor *a = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *b = tensor_transpose(a, 0, 1), *memory = tensor_reshape(a, SHAPE(1, 6));
    Svg *svg = svg_open(path, 680, 320,
                        "Six numbers in memory; a tensor (2, 3) and its transpose (3, 2) read them "
                        "with other strides");
    if (svg == NULL)
        return -1;
    svg_matrix(svg, memory,
               (SvgMatrix){.x = 200,
                           .y = 40,
                           .cell = 40,
                           .kind = SVG_INK,
                           .format = "%.0f",
                           .high = 60,
                           .title = "memory: nothing is moved"});
    window(svg, a, 60, 180, SVG_BLUE, "a");
    window(svg, b, 420, 180, SVG_AMBER, "its transpose");
    svg_arrow(svg, SVG_BLUE, 140, 130, 212, 86);
    svg_arrow(svg, SVG_AMBER, 470, 130, 226, 86);
    svg_small(svg, SVG_BLUE, SVG_LEFT, 60, 270, "one step down: 3 numbers on; one to the right: 1");
    svg_small(svg, SVG_AMBER, SVG_LEFT, 340, 306,
              "one step down: ? numbers on; one to the right: ?");
    return svg_close(svg);
}

/* ---- how far a sum of tenths is off ------------------------------------------------------------------- */

enum { SIZES = 6 }; /* one more is a prediction of measure-01 */

static int sums(const char *path)
{
    double n[SIZES], chain[SIZES], blocks[SIZES];
    const float tenth = 0.1f;
    for (int i = 0; i < SIZES; i++) {
        long count = (long)pow(10, 1 + i);
        volatile float sum = 0; /* one rounding for each addition, whatever the compiler likes */
        for (long k = 0; k < count; k++)
            sum = sum + tenth;
        Scope *scope = scope_open();
        Tensor *row = tensor_expand(tensor_full(SHAPE(1), tenth), SHAPE(count));
        double right = (double)count * tenth, ours = tensor_item(tensor_sum(row, ALL_AXES, false));
        scope_close(scope);
        n[i] = (double)count;
        chain[i] = fmax(fabs(sum - right) / right, 1e-9);
        blocks[i] = fmax(fabs(ours - right) / right, 1e-9);
    }
    Svg *svg = svg_open(path, 640, 310,
                        "The error of a sum of n tenths in float: one long chain loses digits, "
                        "blocks of 32 do not");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 400,
                    .height = 200,
                    .x_low = 10,
                    .x_high = 1e6,
                    .y_low = 1e-9,
                    .y_high = 1,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "n",
                    .y_title = "relative error",
                    .title = "The sum of n times 0.1, in float"};
    svg_plot(svg, &plot);
    static const char *const xs[] = {"10", "1,000", "100,000"};
    static const char *const ys[] = {"1e-9", "1e-6", "0.001", "1"};
    for (int i = 0; i < 3; i++)
        svg_plot_x_tick(svg, &plot, pow(10, 1 + 2 * i), xs[i]);
    for (int i = 0; i < 4; i++)
        svg_plot_y_tick(svg, &plot, pow(10, -9 + 3 * i), ys[i]);
    svg_plot_curve(svg, &plot, SVG_RED, SIZES, n, chain, "one chain");
    svg_plot_points(svg, &plot, SVG_RED, SIZES, n, chain);
    svg_plot_curve(svg, &plot, SVG_BLUE, SIZES, n, blocks, "blocks of 32");
    svg_plot_points(svg, &plot, SVG_BLUE, SIZES, n, blocks);
    return svg_close(svg);
}

const LessonPicture pictures_of_01[] = {
    {"01_tensor/views", views}, {"01_tensor/sums", sums}, {NULL, NULL}};
