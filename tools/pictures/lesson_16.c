/* lesson_16.c - compression: one cut for two layers, two of four, channels that leave, rows without zeros, bytes, ranks, a
 * temperature. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"
#include "svg.h"

/* ---- one_cut: one threshold, two layers ------------------------------------------------------------- */

static int one_cut(const char *path)
{
    enum { N = 4000, BINS = 40 };
    const char *const name[] = {"a narrow layer", "a wide layer"};
    const double spread[] = {0.5, 1.5};
    Rng rng = rng_seed(16);
    ParameterList *list = parameters_new();
    for (int i = 0; i < 2; i++)
        parameters_add(list, name[i], tensor_normal(SHAPE(N), 0, (real)spread[i], &rng));
    PruneCut cut = prune_cut(list, 0.5);
    Svg *svg =
        svg_open(path, 640, 300,
                 "Magnitudes of two layers of 4000 weights; one cut for both takes half of all "
                 "weights, most of the narrow layer and few of the wide one");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "One cut takes half of all weights: |w| below %.2f", cut.threshold);
    for (int i = 0; i < 2; i++) {
        const Tensor *w = list->tensor[i];
        long bin[BINS] = {0}, gone = 0;
        for (long j = 0; j < N; j++) {
            double x = fabs((double)w->data[j]);
            int b = (int)(x / 3 * BINS);
            if (b < BINS)
                bin[b]++;
            gone += x <= cut.threshold;
        }
        double bottom = 150 + 120.0 * i, left = 130, width = 480.0 / BINS;
        for (int b = 0; b < BINS; b++) {
            double height = (double)bin[b] / (i == 0 ? 6.5 : 3.5);
            svg_cell(svg, (b + 0.5) * 3.0 / BINS < cut.threshold ? SVG_RED : SVG_GREEN,
                     left + b * width, bottom - height, width - 1, height, 0.6);
        }
        svg_line(svg, SVG_FAINT, left, bottom, left + 480, bottom);
        svg_small(svg, SVG_INK, SVG_RIGHT, 120, bottom - 30, "%s", name[i]);
        svg_small(svg, SVG_RED, SVG_RIGHT, 120, bottom - 12, "%.0f %% go",
                  100.0 * (double)gone / N);
    }
    double x = 130 + cut.threshold / 3 * 480;
    svg_dashed(svg, SVG_INK, x, 44, x, 278);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 130, 290, "0");
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 610, 290, "|w| = 3");
    parameters_free(list);
    return svg_close(svg);
}

/* ---- two_of_four: a weight and its mask ---------------------------------------------------------------- */

static int two_of_four(const char *path)
{
    enum { IN = 8, OUT = 6 };
    Rng rng = rng_seed(4);
    Tensor *w = tensor_normal(SHAPE(IN, OUT), 0, 1, &rng), *mask = tensor_zeros(SHAPE(IN, OUT));
    prune_mask_2_4(mask, w);
    Tensor *kept = tensor_mul(w, mask);
    for (long i = 0; i < IN * OUT; i++)
        kept->data[i] = (real)fabs((double)kept->data[i]);
    Svg *svg =
        svg_open(path, 600, 330,
                 "A weight of 8 inputs and 6 outputs, and what is left of it with two of four: "
                 "inputs 0 to 3 of a column are a four, 4 to 7 the next");
    if (svg == NULL)
        return -1;
    svg_matrix(svg, w,
               (SvgMatrix){.x = 90,
                           .y = 60,
                           .cell = 30,
                           .kind = SVG_GREEN,
                           .title = "W (in, out)",
                           .format = "%.1f",
                           .high = 3});
    svg_matrix(svg, kept,
               (SvgMatrix){.x = 350,
                           .y = 60,
                           .cell = 30,
                           .kind = SVG_GREEN,
                           .title = "|w| of the two that stay",
                           .format = "%.1f",
                           .high = 2.5});
    for (int side = 0; side < 2; side++)
        for (int four = 0; four < 2; four++) {
            double x = side == 0 ? 90 : 350;
            for (int j = 0; j < OUT; j++)
                svg_box(svg, SVG_INK, x + 30 * j, 60 + 120 * four, 30, 120, 0);
        }
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 82, 124, "inputs 0-3");
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 82, 244, "4-7");
    svg_small(svg, SVG_FAINT, SVG_MIDDLE, 440, 322,
              "half of the numbers, and two bits for each place");
    return svg_close(svg);
}

/* ---- channels_leave: columns of one layer, rows of the next ------------------------------------------------ */

static void weight(Svg *svg, const Tensor *w, double x, double y, const char *title)
{
    svg_matrix(
        svg, w,
        (SvgMatrix){.x = x, .y = y, .cell = 20, .kind = SVG_GREEN, .title = title, .high = 0.9});
}

static int channels_leave(const char *path)
{
    enum { IN = 4, HIDDEN = 8, OUT = 3, KEEP = 5 };
    Rng rng = rng_seed(7);
    Linear *first = linear_new(IN, HIDDEN, true, &rng), *next = linear_new(HIDDEN, OUT, true, &rng);
    double norm[HIDDEN];
    long which[HIDDEN];
    linear_output_norms(norm, first);
    channels_largest(which, norm, HIDDEN, KEEP);
    Svg *svg = svg_open(path, 640, 330,
                        "Two layers with 8 channels between: three columns of the first leave, and "
                        "the same three rows of the next; both weights are smaller afterwards");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "5 of 8 channels stay: columns here, rows there");
    weight(svg, first->weight, 60, 70, "W1 (4, 8)");
    weight(svg, next->weight, 260, 70, "W2 (8, 3)");
    for (long j = 0, k = 0; j < HIDDEN; j++) {
        double x = 60 + 20.0 * (double)j;
        bool stays = k < KEEP && which[k] == j;
        k += stays;
        svg_small(svg, stays ? SVG_FAINT : SVG_RED, SVG_MIDDLE, x + 10, 166, "%.1f", norm[j]);
        if (stays)
            continue;
        svg_line(svg, SVG_RED, x + 2, 72, x + 18, 148);
        svg_line(svg, SVG_RED, x + 18, 72, x + 2, 148);
        double y = 70 + 20.0 * (double)j;
        svg_line(svg, SVG_RED, 262, y + 2, 318, y + 18);
        svg_line(svg, SVG_RED, 262, y + 18, 318, y + 2);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 60, 184, "lengths of the columns");
    long before = 8 * (IN + OUT), after = KEEP * (IN + OUT);
    linear_keep_outputs(first, KEEP, which);
    linear_keep_inputs(next, KEEP, which);
    svg_arrow(svg, SVG_INK, 350, 150, 400, 150);
    weight(svg, first->weight, 420, 70, "W1 (4, 5)");
    weight(svg, next->weight, 550, 70, "W2 (5, 3)");
    svg_small(svg, SVG_INK, SVG_LEFT, 60, 270,
              "%ld weights, and %ld afterwards: fewer numbers to keep", before, after);
    svg_small(svg, SVG_INK, SVG_LEFT, 60, 290,
              "and fewer to multiply. With zeros in their place there would be %ld still.", before);
    module_free(&first->module);
    module_free(&next->module);
    return svg_close(svg);
}

/* ---- compressed_rows: a matrix and its three arrays --------------------------------------------------------- */

static int compressed_rows(const char *path)
{
    Tensor *w = tensor_from(SHAPE(4, 5),
                            VALUES(5, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 9, 0, 0, 0, 4, 0));
    Csr *c = csr_from(w);
    const SvgKind of_row[] = {SVG_BLUE, SVG_FAINT, SVG_AMBER, SVG_VIOLET};
    Svg *svg =
        svg_open(path, 640, 250,
                 "A matrix of 4 x 5 with five numbers, and its row starts, columns and values: "
                 "row 1 is empty, and begins where it ends");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "Four rows, one of them empty");
    for (long r = 0; r < 4; r++)
        for (long j = 0; j < 5; j++) {
            double number = (double)tensor_get(w, AT(r, j)), x = 40 + 34.0 * (double)j,
                   y = 60 + 34.0 * (double)r;
            svg_box(svg, of_row[r], x, y, 34, 34, number != 0 ? 0.4 : 0);
            svg_text(svg, number != 0 ? SVG_INK : SVG_FAINT, SVG_MIDDLE, x + 17, y + 22, "%g",
                     number);
        }
    const char *const label[] = {"row_start", "column", "value"};
    for (int line = 0; line < 3; line++) {
        double y = 68 + 52.0 * line;
        svg_small(svg, SVG_INK, SVG_RIGHT, 340, y + 20, "%s", label[line]);
        for (long k = 0; k < (line == 0 ? c->rows + 1 : c->count); k++) {
            long row = line == 0 ? k : 0;
            while (line > 0 && c->row_start[row + 1] <= k)
                row++;
            double x = 352 + 40.0 * (double)k;
            svg_box(svg, row < 4 ? of_row[row] : SVG_INK, x, y, 36, 30,
                    row == 1 || row == 4 ? 0 : 0.4);
            svg_text(svg, SVG_INK, SVG_MIDDLE, x + 18, y + 20, "%g",
                     line == 0   ? (double)c->row_start[k]
                     : line == 1 ? (double)c->column[k]
                                 : (double)c->value[k]);
        }
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 352, 230,
              "row r: from row_start[r] to below row_start[r + 1]");
    return svg_close(svg);
}

/* ---- bytes_left: what a matrix takes, by its zeros ------------------------------------------------------------ */

static int bytes_left(const char *path)
{
    enum { N = 200, POINTS = 21 };
    double zeros[POINTS], dense[POINTS], csr[POINTS], narrow[POINTS];
    Rng rng = rng_seed(9);
    Tensor *w = tensor_normal(SHAPE(N, N), 0, 1, &rng), *mask = tensor_zeros(SHAPE(N, N));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    for (int k = 0; k < POINTS; k++) {
        Scope *scope = scope_open();
        zeros[k] = 5.0 * k;
        PruneCut cut = prune_cut(list, zeros[k] / 100);
        prune_mask(mask, w, &cut);
        Csr *c = csr_from(tensor_mul(w, mask));
        dense[k] = sizeof(real);
        csr[k] = (double)csr_bytes(c) / (N * N);
        narrow[k] = csr[k] - 2.0 * (double)c->count / (N * N);
        scope_close(scope);
    }
    parameters_free(list);
    prune_mask_2_4(mask, w);
    double half =
               (double)sparse24_bytes(sparse24_from(tensor_transpose(tensor_mul(w, mask), 0, 1))) /
               (N * N),
           at = 50;
    Svg *svg =
        svg_open(path, 660, 300,
                 "Bytes for each weight of a matrix of 200 x 200 floats, by how many are 0: dense "
                 "4, CSR is smaller above 50 percent, with columns of 16 bits above 33, 2:4 a "
                 "little over 2");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 0,
                    .x_high = 100,
                    .y_low = 0,
                    .y_high = 8,
                    .x_title = "zeros, percent",
                    .title = "Bytes for each weight of a matrix of floats"};
    svg_plot(svg, &plot);
    for (int x = 0; x <= 100; x += 25)
        svg_plot_x_tick(svg, &plot, x, NULL);
    for (int y = 0; y <= 8; y += 2)
        svg_plot_y_tick(svg, &plot, y, NULL);
    svg_plot_curve(svg, &plot, SVG_INK, POINTS, zeros, dense, "dense");
    svg_plot_curve(svg, &plot, SVG_RED, POINTS, zeros, csr, NULL);
    svg_plot_curve(svg, &plot, SVG_AMBER, POINTS, zeros, narrow, NULL);
    svg_small(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 22), svg_plot_y(&plot, 6.9), "CSR");
    svg_small(svg, SVG_AMBER, SVG_LEFT, svg_plot_x(&plot, 3), svg_plot_y(&plot, 3.1),
              "CSR, columns of 16 bits");
    svg_plot_points(svg, &plot, SVG_GREEN, 1, &at, &half);
    svg_small(svg, SVG_GREEN, SVG_RIGHT, svg_plot_x(&plot, 48), svg_plot_y(&plot, half) + 4,
              "2:4: %.3f", half);
    return svg_close(svg);
}

/* ---- what_is_lost: singular values --------------------------------------------------------------------------- */

/* A letter: two strokes and a bow, which few terms of u s v^T can draw, or nearly. */
static Tensor *letter(long n)
{
    Tensor *t = tensor_zeros(SHAPE(n, n));
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double y = (double)i / (double)n, x = (double)j / (double)n;
            double bow = fabs(hypot((x - 0.35) * 0.9, y - 0.3) - 0.2);
            bool on = (x > 0.2 && x < 0.32 && y > 0.08 && y < 0.92) || (bow < 0.055 && x > 0.3) ||
                      (fabs(x - 0.32 - 0.75 * (y - 0.45)) < 0.06 && y > 0.48 && y < 0.92);
            t->data[i * n + j] = on;
        }
    return t;
}

static Tensor *of_rank(const Svd *d, long rank)
{
    Tensor *u = tensor_slice(d->u, 1, 0, rank, 1), *v = tensor_slice(d->v, 1, 0, rank, 1);
    return tensor_matmul(tensor_mul(u, tensor_slice(d->s, 0, 0, rank, 1)),
                         tensor_transpose(v, 0, 1));
}

static int what_is_lost(const char *path)
{
    enum { N = 32, SHOWN = 4 };
    const long rank[SHOWN] = {1, 3, 6, N};
    Tensor *t = letter(N);
    Svd d = svd_of(t);
    Svg *svg =
        svg_open(path, 640, 230,
                 "A letter of 32 x 32 numbers by its first 1, 3 and 6 singular values, and by all: "
                 "what is lost is the root of the sum of the squares of those left out");
    if (svg == NULL)
        return -1;
    for (int k = 0; k < SHOWN; k++) {
        double x = 24 + 154.0 * k;
        Tensor *near = of_rank(&d, rank[k]);
        for (long i = 0; i < N * N; i++)
            near->data[i] = (real)fmax(0, fmin(1, (double)near->data[i]));
        svg_matrix(svg, near, (SvgMatrix){.x = x, .y = 50, .cell = 4, .kind = SVG_BLUE, .high = 1});
        svg_text(svg, SVG_INK, SVG_LEFT, x, 36, k == SHOWN - 1 ? "all %ld" : "rank %ld", rank[k]);
        svg_small(svg, SVG_FAINT, SVG_LEFT, x, 198, "%ld of %d numbers",
                  k == SHOWN - 1 ? (long)N * N : rank[k] * 2 * N, N * N);
        svg_small(svg, SVG_RED, SVG_LEFT, x, 216, "%.0f %% lost",
                  100 * low_rank_error(d.s, rank[k]) / low_rank_error(d.s, 0));
    }
    return svg_close(svg);
}

/* ---- temperature: what a teacher says ----------------------------------------------------------------------- */

static int temperature(const char *path)
{
    enum { V = 5 };
    const char *const name[V] = {"cat", "lynx", "dog", "car", "van"};
    Tensor *logits = tensor_from(SHAPE(V), VALUES(9, 6, 5, -1, -3));
    const double T[] = {1, 4};
    Svg *svg = svg_open(
        path, 640, 230,
        "A teacher's logits for the picture of a cat: at temperature 1 nearly all is said for "
        "cat, at 4 one sees that lynx and dog are near and car is not");
    if (svg == NULL)
        return -1;
    for (int k = 0; k < 2; k++) {
        Tensor *p = tensor_softmax(tensor_mul_scalar(logits, (real)(1 / T[k])), -1);
        double left = 90 + 300.0 * k;
        svg_title(svg, left - 20, 30, "T = %g", T[k]);
        for (long j = 0; j < V; j++) {
            double y = 48 + 32.0 * (double)j, share = (double)p->data[j];
            svg_small(svg, SVG_INK, SVG_RIGHT, left - 8, y + 15, "%s", name[j]);
            svg_box(svg, SVG_VIOLET, left, y, 150 * share + 1, 20, 0.5);
            svg_small(svg, SVG_FAINT, SVG_LEFT, left + 8 + 150 * share, y + 15, "%.1f %%",
                      100 * share);
        }
    }
    return svg_close(svg);
}

const LessonPicture pictures_of_16[] = {{"16_compression/one_cut", one_cut},
                                        {"16_compression/two_of_four", two_of_four},
                                        {"16_compression/channels_leave", channels_leave},
                                        {"16_compression/compressed_rows", compressed_rows},
                                        {"16_compression/bytes_left", bytes_left},
                                        {"16_compression/what_is_lost", what_is_lost},
                                        {"16_compression/temperature", temperature},
                                        {NULL, NULL}};
