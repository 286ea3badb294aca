/* lesson_07.c - optimizers: three ways down a valley, and Adam's first steps. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"

enum { STEPS = 120 };

/* f = (x^2 + 100 y^2) / 2 */
static Tensor *valley(Tensor *w)
{
    Tensor *steep = tensor_from(SHAPE(2), VALUES((real)0.5, 50));
    return tensor_sum(tensor_mul(steep, tensor_mul(w, w)), ALL_AXES, false);
}

typedef Optimizer *(*MakeOptimizer)(const ParameterList *parameters, OptimizerOptions options);

/* n steps from (1, 1): where they were, and the loss. */
static void descend(MakeOptimizer make, OptimizerOptions options, int n, double *x, double *y,
                    double *loss)
{
    Tensor *w = tensor_requires_grad(tensor_keep(tensor_ones(SHAPE(2))));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Optimizer *o = make(list, options);
    for (int i = 0; i <= n; i++) {
        Scope *scope = scope_open();
        optimizer_zero_grad(o);
        Tensor *f = valley(w);
        x[i] = (double)w->data[0], y[i] = (double)w->data[1], loss[i] = fmax(tensor_item(f), 1e-12);
        tensor_backward(f);
        optimizer_step(o);
        scope_close(scope);
    }
    optimizer_free(o);
    parameters_free(list);
    tensor_free(w);
}

static void way(Svg *svg, double top, const char *name, SvgKind kind, int n, const double *x,
                const double *y)
{
    SvgPlot plot = {.x = 20,
                    .y = top,
                    .width = 300,
                    .height = 90,
                    .x_low = -0.45,
                    .x_high = 1.05,
                    .y_low = -1.2,
                    .y_high = 1.2};
    static const double rings[] = {0.9, 0.5, 0.2};
    for (int r = 0; r < 3; r++) { /* lines of equal height */
        double px[65], py[65];
        for (int i = 0; i <= 64; i++) {
            px[i] = svg_plot_x(&plot, fmax(rings[r] * cos(i * 0.0981748), -0.45));
            py[i] = svg_plot_y(&plot, rings[r] / 10 * sin(i * 0.0981748));
        }
        svg_curve(svg, SVG_FAINT, 65, px, py);
    }
    svg_plot_curve(svg, &plot, kind, n, x, y, NULL);
    svg_plot_points(svg, &plot, kind, n < 12 ? n : 12, x, y);
    svg_text(svg, kind, SVG_LEFT, 26, top - 2, "%s", name);
}

static int ways_down(const char *path)
{
    double step[STEPS + 1], x[3][STEPS + 1], y[3][STEPS + 1], loss[3][STEPS + 1];
    for (int i = 0; i <= STEPS; i++)
        step[i] = i;
    descend(sgd_new, (OptimizerOptions){.lr = 0.0198}, STEPS, x[0], y[0], loss[0]);
    descend(sgd_new, (OptimizerOptions){.lr = 0.0198, .momentum = 0.8}, STEPS, x[1], y[1], loss[1]);
    descend(adam_new, (OptimizerOptions){.lr = 0.05}, STEPS, x[2], y[2], loss[2]);
    static const char *const names[] = {"SGD, lr 0.0198", "momentum 0.8", "Adam, lr 0.05"};
    static const SvgKind kinds[] = {SVG_RED, SVG_BLUE, SVG_GREEN};
    Svg *svg =
        svg_open(path, 760, 370,
                 "Three ways down a valley that is a hundred times steeper across than along: "
                 "SGD jumps from wall to wall, momentum and Adam get down sooner");
    if (svg == NULL)
        return -1;
    for (int i = 0; i < 3; i++)
        way(svg, 34 + 116.0 * i, names[i], kinds[i], 60, x[i], y[i]);
    SvgPlot plot = {.x = 420,
                    .y = 50,
                    .width = 210,
                    .height = 250,
                    .x_low = 0,
                    .x_high = STEPS,
                    .y_low = 1e-11,
                    .y_high = 100,
                    .y_log = true,
                    .x_title = "step",
                    .title = "the loss"};
    svg_plot(svg, &plot);
    svg_plot_x_tick(svg, &plot, 0, "0");
    svg_plot_x_tick(svg, &plot, STEPS, "120");
    svg_plot_y_tick(svg, &plot, 1, "1");
    svg_plot_y_tick(svg, &plot, 1e-5, "1e-5");
    svg_plot_y_tick(svg, &plot, 1e-9, "1e-9");
    for (int i = 0; i < 3; i++)
        svg_plot_curve(svg, &plot, kinds[i], STEPS + 1, step, loss[i], names[i]);
    return svg_close(svg);
}

/* ---- Adam's correction, for gradients that are all 1 -------------------------------------------------------- */

static int correction(const char *path)
{
    enum { N = 60 };
    double t[N], with[N], without[N];
    Tensor *w = tensor_requires_grad(tensor_keep(tensor_zeros(SHAPE(1))));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Optimizer *o = adam_new(list, (OptimizerOptions){.lr = 1});
    for (int i = 0; i < N; i++) {
        Scope *scope = scope_open();
        double before = (double)w->data[0];
        optimizer_zero_grad(o);
        tensor_backward(tensor_sum(w, ALL_AXES, false));
        optimizer_step(o);
        t[i] = i + 1;
        with[i] = before - (double)w->data[0];
        without[i] = (1 - pow(0.9, i + 1)) / sqrt(1 - pow(0.999, i + 1));
        scope_close(scope);
    }
    optimizer_free(o);
    parameters_free(list);
    tensor_free(w);
    Svg *svg =
        svg_open(path, 640, 290,
                 "Adam's steps for equal gradients: with the correction lr each, without it 3.2 lr "
                 "at first and more than 6 lr later");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 60,
                    .y = 50,
                    .width = 400,
                    .height = 180,
                    .x_low = 1,
                    .x_high = N,
                    .y_low = 0,
                    .y_high = 8,
                    .x_title = "step t",
                    .title = "How far Adam goes, in units of lr, when all gradients are alike"};
    svg_plot(svg, &plot);
    svg_plot_x_tick(svg, &plot, 1, "1");
    svg_plot_x_tick(svg, &plot, 30, "30");
    svg_plot_x_tick(svg, &plot, 60, "60");
    svg_plot_y_tick(svg, &plot, 1, "1");
    svg_plot_y_tick(svg, &plot, without[0], "3.2");
    svg_plot_curve(svg, &plot, SVG_RED, N, t, without, "no correction");
    svg_plot_curve(svg, &plot, SVG_BLUE, N, t, with, "corrected");
    return svg_close(svg);
}

const LessonPicture pictures_of_07[] = {
    {"07_optimizers/ways", ways_down}, {"07_optimizers/correction", correction}, {NULL, NULL}};
