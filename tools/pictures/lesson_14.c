/* lesson_14.c - profiling: looks at a clock, flops of a step, the roofline, own times, memory of a step, percentiles. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lesson.h"
#include "svg.h"

/* ---- a GPT whose step is counted --------------------------------------------------------------------- */

enum { C = 128, HEADS = 4, LAYERS_OF = 4, T = 64, B = 12, V = 65, KINDS = 8 };

typedef struct {
    const char *name;
    double forward, back, bytes;
} Kind;

static long kinds_of(Tensor *loss, Kind kind[KINDS])
{
    long n = 0;
    for (const Closure *c = backward_order(loss); c != NULL; c = c->next) {
        long k = 0;
        while (k < n && strcmp(kind[k].name, c->op->name) != 0)
            k++;
        if (c->op->view != NULL || (k == n && n == KINDS))
            continue;
        if (k == n)
            kind[n++] = (Kind){.name = c->op->name};
        kind[k].forward += flops_closure(c);
        kind[k].back += flops_gradients(c);
        kind[k].bytes += bytes_moved(c);
    }
    return n;
}

static long count_gpt(Kind kind[KINDS])
{
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = V,
                                    .context = T,
                                    .embed_dim = C,
                                    .num_heads = HEADS,
                                    .num_layers = LAYERS_OF,
                                    .causal = true,
                                    .seed = 14});
    Scope *scope = scope_open();
    Rng rng = rng_seed(14);
    IntTensor *ids = int_tensor_new(SHAPE(B, T));
    for (long i = 0; i < B * T; i++)
        ids->data[i] = (int)rng_below(&rng, V);
    long n = kinds_of(gpt_loss(gpt, ids, ids), kind);
    scope_close(scope);
    module_free(&gpt->module);
    return n;
}

/* ---- step_flops: forward, backward, by operation ------------------------------------------------------- */

static int step_flops(const char *path)
{
    Kind kind[KINDS];
    long n = count_gpt(kind);
    double most = 0, forward = 0, back = 0;
    for (long i = 0; i < n; i++) {
        most = fmax(most, kind[i].forward + kind[i].back);
        forward += kind[i].forward;
        back += kind[i].back;
    }
    Svg *svg = svg_open(path, 680, 80 + 30 * (double)n,
                        "Flops of a training step of a small GPT, by operation, forward and "
                        "backward: nearly all are in linear layers, backward twice forward");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "Million flops of a step: %.0f forward, %.0f backward", forward * 1e-6,
              back * 1e-6);
    for (long i = 0; i < n; i++) {
        double y = 46 + 30 * (double)i, scale = 380 / most;
        svg_small(svg, SVG_INK, SVG_RIGHT, 150, y + 15, "%s", kind[i].name);
        svg_box(svg, SVG_BLUE, 160, y, fmax(kind[i].forward * scale, 0.5), 20, 0.5);
        svg_box(svg, SVG_AMBER, 160 + kind[i].forward * scale, y, fmax(kind[i].back * scale, 0.5),
                20, 0.5);
        svg_small(svg, SVG_INK, SVG_LEFT, 168 + (kind[i].forward + kind[i].back) * scale, y + 15,
                  "%.1f + %.1f", kind[i].forward * 1e-6, kind[i].back * 1e-6);
    }
    double y = 62 + 30 * (double)n;
    svg_small(svg, SVG_BLUE, SVG_LEFT, 160, y, "forward");
    svg_small(svg, SVG_AMBER, SVG_LEFT, 230, y, "backward");
    return svg_close(svg);
}

/* ---- roofline: what limits each of them ------------------------------------------------------------------ */

static int roofs(const char *path)
{
    enum { POINTS = 3 };
    const double peak = 120, bandwidth = 12;
    Kind kind[KINDS];
    long n = count_gpt(kind);
    double x[] = {0.0625, ridge_point(peak, bandwidth), 256}, y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        y[i] = roofline(x[i], peak, bandwidth);
    }
    Svg *svg = svg_open(path, 700, 340,
                        "The roofline of a machine of 120 GFLOP/s and 12 GB/s, and the operations "
                        "of a GPT step on it: all but the linear layers stand below the slope");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 560,
                    .height = 230,
                    .x_low = 0.0625,
                    .x_high = 256,
                    .y_low = 0.5,
                    .y_high = 256,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "flops per byte",
                    .title = "GFLOP/s that can be reached at most: 120 GFLOP/s, 12 GB/s"};
    svg_plot(svg, &plot);
    const double ticks_x[] = {0.0625, 0.25, 1, 4, 10, 32, 128},
                 ticks_y[] = {0.5, 1, 3, 12, 40, 120};
    char text[32];
    for (int i = 0; i < 7; i++) {
        snprintf(text, sizeof text, ticks_x[i] < 1 ? "1/%.0f" : "%.0f",
                 ticks_x[i] < 1 ? 1 / ticks_x[i] : ticks_x[i]);
        svg_plot_x_tick(svg, &plot, ticks_x[i], text);
    }
    for (int i = 0; i < 6; i++) {
        snprintf(text, sizeof text, "%g", ticks_y[i]);
        svg_plot_y_tick(svg, &plot, ticks_y[i], text);
    }
    svg_plot_curve(svg, &plot, SVG_RED, POINTS, x, y, NULL);
    for (long i = 0; i < n; i++) {
        double at = arithmetic_intensity(kind[i].forward, kind[i].bytes);
        if (at <= 0.0625)
            continue;
        double up = roofline(at, peak, bandwidth);
        SvgKind colour = at < ridge_point(peak, bandwidth) ? SVG_AMBER : SVG_BLUE;
        svg_dot(svg, colour, svg_plot_x(&plot, at), svg_plot_y(&plot, up), 4);
        bool left = strcmp(kind[i].name, "gelu") == 0 || /* its neighbour is near */
                    strcmp(kind[i].name, "flash_attention") == 0; /* and so is the ridge */
        svg_small(svg, colour, left ? SVG_RIGHT : SVG_LEFT, svg_plot_x(&plot, at) + (left ? -7 : 7),
                  svg_plot_y(&plot, up) + (left ? -4 : 14), "%s %.2g", kind[i].name, at);
    }
    svg_dashed(svg, SVG_FAINT, svg_plot_x(&plot, 10), svg_plot_y(&plot, 120), svg_plot_x(&plot, 10),
               svg_plot_y(&plot, 0.5));
    svg_small(svg, SVG_FAINT, SVG_LEFT, svg_plot_x(&plot, 10) + 6, svg_plot_y(&plot, 0.6),
              "ridge: 10");
    return svg_close(svg);
}

/* ---- looks: two looks a run, and one around all ------------------------------------------------------------ */

static int looks(const char *path)
{
    const double takes[] = {9, 2, 7, 3};
    Svg *svg =
        svg_open(path, 640, 200,
                 "One run warms up, three count: with two looks at the clock for each run the "
                 "median is 3, with one look before and one behind all their mean is 4");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "One run to warm up, three that count");
    double x = 40;
    const double scale = 24;
    for (int i = 0; i < 4; i++) {
        double width = takes[i] * scale;
        svg_box(svg, i == 0 ? SVG_FAINT : SVG_BLUE, x, 70, width, 34, i == 0 ? 0.1 : 0.5);
        svg_text(svg, SVG_INK, SVG_MIDDLE, x + width / 2, 92, "%.0f s", takes[i]);
        if (i > 0) {
            svg_arrow(svg, SVG_GREEN, x + 4, 46, x + 4, 68);
            svg_arrow(svg, SVG_GREEN, x + width - 4, 46, x + width - 4, 68);
        }
        if (i == 1)
            svg_arrow(svg, SVG_RED, x, 132, x, 108);
        x += width + 12;
    }
    svg_arrow(svg, SVG_RED, x - 12, 132, x - 12, 108);
    svg_small(svg, SVG_FAINT, SVG_MIDDLE, 40 + 4.5 * scale, 124, "warms up: not timed");
    svg_small(svg, SVG_GREEN, SVG_LEFT, 40, 162, "two looks a run: samples 2, 7, 3; median 3");
    svg_small(svg, SVG_RED, SVG_LEFT, 40, 182,
              "two looks in all: 12 / 3 = 4 for each run, and no sample to look at");
    return svg_close(svg);
}

/* ---- own_times: spans in spans ------------------------------------------------------------------------------ */

static int own_times(const char *path)
{
    enum { N = 8 };
    const Span spans[N] = {{"step", -1, 0, 20},       {"forward", 0, 0, 7}, {"linear", 1, 0, 3},
                           {"attention", 1, 3, 6},    {"exp", 3, 4, 5},     {"backward", 0, 7, 17},
                           {"linear back", 5, 8, 14}, {"update", 0, 17, 19}};
    double self[N];
    self_times(spans, N, self);
    Svg *svg =
        svg_open(path, 680, 230,
                 "Eight spans of a step: each as wide as its time, with what is its own; own times "
                 "add up to the step's 20 ms");
    if (svg == NULL)
        return -1;
    double sum = 0;
    svg_title(svg, 20, 26, "A step of 20 ms: whole time and own time");
    for (int i = 0; i < N; i++) {
        int depth = 0;
        for (long at = spans[i].parent; at >= 0; at = spans[at].parent)
            depth++;
        double x = 30 + 31 * spans[i].begin, width = 31 * (spans[i].end - spans[i].begin),
               y = 44 + 38 * depth;
        svg_box(svg, self[i] >= 3 ? SVG_RED : SVG_BLUE, x, y, width - 2, 34, 0.08 + 0.08 * self[i]);
        if (width < 60)
            svg_small(svg, SVG_INK, SVG_LEFT, x + 2, y + 14, "%s", spans[i].name);
        else
            svg_small(svg, SVG_INK, SVG_LEFT, x + 5, y + 14, "%s %.0f", spans[i].name,
                      spans[i].end - spans[i].begin);
        svg_small(svg, SVG_INK, SVG_LEFT, x + (width < 60 ? 2 : 5), y + 28,
                  width < 60 ? "%.0f" : "own %.0f", self[i]);
        sum += self[i];
    }
    svg_small(svg, SVG_INK, SVG_LEFT, 30, 216,
              "own times together: %.0f ms, the time of the step; red: 3 ms or more of its own",
              sum);
    return svg_close(svg);
}

/* ---- memory_of_step: what is held after each operation --------------------------------------------------------- */

static int memory_of_step(const char *path)
{
    enum { IN = 256, HIDDEN = 512, ROWS = 64, MOST_EVENTS = 64 };
    Rng rng = rng_seed(14);
    Module *m = sequential_new(LAYERS(&linear_new(IN, HIDDEN, true, &rng)->module, relu_new(),
                                      &linear_new(HIDDEN, HIDDEN, true, &rng)->module, relu_new(),
                                      &linear_new(HIDDEN, 10, true, &rng)->module));
    Scope *scope = scope_open();
    Tensor *x = tensor_normal(SHAPE(ROWS, IN), 0, 1, &rng);
    IntTensor *y = int_tensor_new(SHAPE(ROWS));
    for (long i = 0; i < ROWS; i++)
        y->data[i] = (int)(i % 10);
    long n;
    memory_trace_start();
    tensor_backward(tensor_cross_entropy(module_forward(m, x), y, NO_IGNORE_INDEX, 0));
    const MemoryEvent *events = memory_trace_stop(&n);
    long most = peak_bytes(events, n);
    Svg *svg = svg_open(path, 680, 270,
                        "Bytes that a step of a three-layer network holds after each operation: it "
                        "grows in the forward pass, is highest in the backward pass, and shrinks");
    if (svg == NULL)
        return -1;
    double held = 0, width = 560.0 / (double)n, high = 150.0 / (double)most, taken = 0;
    svg_title(svg, 20, 26, "KB held after each operation of a step: at most %.0f",
              (double)most / 1024);
    for (long i = 0; i < n; i++) {
        held += (double)events[i].bytes;
        taken += events[i].bytes > 0 ? (double)events[i].bytes : 0;
        bool peak = (long)held == most;
        double left = 50 + width * (double)i;
        svg_box(svg,
                peak                  ? SVG_RED
                : events[i].bytes > 0 ? SVG_BLUE
                                      : SVG_GREEN,
                left, 210 - held * high, width - 3, held * high, 0.5);
        svg_small(svg, SVG_INK, SVG_MIDDLE, left + width / 2, 204 - held * high, "%.0f",
                  held / 1024);
    }
    svg_small(svg, SVG_BLUE, SVG_LEFT, 50, 232, "blue: an operation took memory");
    svg_small(svg, SVG_GREEN, SVG_LEFT, 290, 232, "green: gave back more than it took");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 50, 254,
              "%ld events; all that was taken: %.0f KB; at once: %.0f KB", n, taken / 1024,
              (double)most / 1024);
    int status = svg_close(svg);
    scope_close(scope);
    module_free(m);
    return status;
}

/* ---- percentiles: samples with a long tail ------------------------------------------------------------------------ */

static int percentiles(const char *path)
{
    enum { N = 250, BINS = 40 };
    double x[N], sum = 0;
    Rng rng = rng_seed(14);
    for (int i = 0; i < N; i++) {
        x[i] = 10 + fabs(rng_normal(&rng)) +
               (rng_below(&rng, 20) == 0 ? 10 * rng_uniform(&rng) + 4 : 0);
        sum += x[i] / N;
    }
    int bin[BINS] = {0}, most = 0;
    for (int i = 0; i < N; i++) {
        int b = (int)((x[i] - 10) / 16 * BINS);
        bin[b < BINS ? b : BINS - 1]++;
    }
    for (int b = 0; b < BINS; b++)
        most = bin[b] > most ? bin[b] : most;
    Svg *svg = svg_open(
        path, 680, 240,
        "250 measured times between 10 and 26 ms: most lie near 10, a few far away; median, "
        "mean and 99th percentile");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "250 runs: a few are slow, none is fast");
    for (int b = 0; b < BINS; b++)
        if (bin[b] > 0)
            svg_box(svg, SVG_BLUE, 40 + 15.0 * b, 190 - 110.0 * bin[b] / most, 13,
                    110.0 * bin[b] / most, 0.5);
    for (int ms = 10; ms <= 26; ms += 4)
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, 40 + 600 * (ms - 10) / 16.0, 208, "%d ms", ms);
    const double value[] = {percentile(x, N, 50), sum, percentile(x, N, 99)};
    const char *const name[] = {"median", "mean", "99th percentile"};
    const SvgKind colour[] = {SVG_GREEN, SVG_RED, SVG_VIOLET};
    for (int i = 0; i < 3; i++) {
        double at = 40 + 600 * (value[i] - 10) / 16;
        svg_line(svg, colour[i], at, 50 + 16.0 * i, at, 192);
        svg_small(svg, colour[i], SVG_LEFT, at + 5, 60 + 16.0 * i, "%s %.1f", name[i], value[i]);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 40, 230, "the 99th percentile is a run that was measured");
    return svg_close(svg);
}

const LessonPicture pictures_of_14[] = {{"14_profiling/looks", looks},
                                        {"14_profiling/step_flops", step_flops},
                                        {"14_profiling/roofs", roofs},
                                        {"14_profiling/own_times", own_times},
                                        {"14_profiling/memory_of_step", memory_of_step},
                                        {"14_profiling/percentiles", percentiles},
                                        {NULL, NULL}};
