/* lesson_03.c - layers: how a start keeps or loses the size of numbers, and what dropout drops. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"

enum { LAYERS = 10, WIDTH = 256, ROWS = 64 };

static void kaiming(Tensor *W, Rng *rng)
{
    init_kaiming_uniform(W, rng);
}

static void xavier(Tensor *W, Rng *rng)
{
    init_xavier_normal(W, rng);
}

static void ones(Tensor *W, Rng *rng)
{
    init_normal(W, 0, 1, rng);
}

static double spread(Tensor *x)
{
    return sqrt(tensor_item(tensor_mean(tensor_mul(x, x), ALL_AXES, false)));
}

static void stack(double *size, void (*start)(Tensor *W, Rng *rng))
{
    Rng rng = rng_seed(3);
    Tensor *x = tensor_normal(SHAPE(ROWS, WIDTH), 0, 1, &rng);
    size[0] = spread(x);
    for (int i = 1; i <= LAYERS; i++) {
        Tensor *W = tensor_new(SHAPE(WIDTH, WIDTH));
        start(W, &rng);
        x = tensor_matmul(x, W);
        size[i] = spread(x);
    }
}

static int sizes(const char *path)
{
    double layer[LAYERS + 1], wild[LAYERS + 1], even[LAYERS + 1], small[LAYERS + 1];
    for (int i = 0; i <= LAYERS; i++)
        layer[i] = i;
    stack(wild, ones);
    stack(even, xavier);
    stack(small, kaiming);
    Svg *svg = svg_open(path, 680, 320,
                        "The size of numbers after 0 to 10 layers: variance 1 explodes, 2/(in+out) "
                        "keeps it, the uniform start shrinks it");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 380,
                    .height = 210,
                    .x_low = 0,
                    .x_high = LAYERS,
                    .y_low = 1e-4,
                    .y_high = 1e13,
                    .y_log = true,
                    .x_title = "layers",
                    .title = "How large numbers are after so many layers of width 256"};
    svg_plot(svg, &plot);
    svg_plot_y_tick(svg, &plot, 1e12, "1e12");
    svg_plot_y_tick(svg, &plot, 1e6, "1e6");
    svg_plot_y_tick(svg, &plot, 1, "1");
    for (int i = 0; i <= LAYERS; i += 2)
        svg_plot_x_tick(svg, &plot, i, NULL);
    /* Where each ends is a prediction of measure-03. */
    svg_plot_curve(svg, &plot, SVG_RED, LAYERS + 1, layer, wild, "variance 1");
    svg_plot_curve(svg, &plot, SVG_BLUE, LAYERS + 1, layer, even, "normal");
    svg_plot_curve(svg, &plot, SVG_GREEN, LAYERS + 1, layer, small, "03.1, uniform");
    return svg_close(svg);
}

static int dropout(const char *path)
{
    Rng rng = rng_seed(4);
    Tensor *x = tensor_ones(SHAPE(8, 16)), *y = tensor_dropout(x, (real)0.25, true, &rng);
    double mean = tensor_item(tensor_mean(y, ALL_AXES, false));
    Svg *svg =
        svg_open(path, 640, 220, "Dropout of a quarter: of 128 ones some become 0, others grow");
    if (svg == NULL)
        return -1;
    SvgMatrix how = {
        .x = 20, .y = 50, .cell = 17, .kind = SVG_BLUE, .high = 2, .title = "x: all ones, mean 1"};
    svg_matrix(svg, x, how);
    how.x = 346, how.title = "y, p = 0.25: what stays grows";
    svg_matrix(svg, y, how);
    svg_arrow(svg, SVG_INK, 300, 118, 338, 118);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 346, 208, "mean of this draw %.2f, of many draws 1", mean);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 208, "in use: y is x itself");
    return svg_close(svg);
}

const LessonPicture pictures_of_03[] = {
    {"03_layers/sizes", sizes}, {"03_layers/dropout", dropout}, {NULL, NULL}};
