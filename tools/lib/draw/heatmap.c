/* heatmap.c - matrices as SVG, a small square per number.
 *
 * A picture is a grid of panels, a panel a title, column labels on top, row labels to the left and
 * the cells; one scale of colours at the bottom serves all. Sizes are worked out first, from the
 * longest label and the largest matrix. Invariant: whatever the labels and numbers, the file is
 * well-formed XML, and it appears under its name only when it is whole.
 */
#include "heatmap.h"
#include "c_locale.h"
#include "engine.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    long n, across;
    const Tensor *const *matrix;
    const char *const *title; /* of each panel; NULL: none */
    const HeatmapOptions *options;
    double low, high;
    double cell;      /* side of a square */
    bool upright;     /* column labels fit without turning them */
    double left, top; /* room for labels */
    double panel_width, panel_height;
    double width, height, header;
} Picture;

static const double font = 10, margin = 14, letter = 6.2;

/* ---- labels ---------------------------------------------------------------------------------- */

static void write_label(FILE *out, const char *const labels[], long i)
{
    if (labels)
        label_write(out, labels[i]);
    else
        fprintf(out, "%ld", i);
}

static double longest_label(const char *const labels[], long n)
{
    double longest = labels ? 1 : (double)snprintf(NULL, 0, "%ld", n > 0 ? n - 1 : 0);
    for (long i = 0; labels && i < n; i++)
        longest = fmax(longest, (double)label_width(labels[i]));
    return longest * letter;
}

/* ---- range and layout ------------------------------------------------------------------------ */

static double value_at(const Tensor *m, long row, long column)
{
    return (double)m->data[row * m->stride[0] + column * m->stride[1]];
}

static void find_range(Picture *p)
{
    const HeatmapOptions *o = p->options;
    p->low = o->low;
    p->high = o->high;
    if (o->low != 0 || o->high != 0)
        return;
    for (long k = 0; k < p->n; k++)
        colour_range(p->matrix[k], &p->low, &p->high);
    if (o->diverging) {
        p->high = fmax(p->high, -p->low);
        p->low = -p->high;
    }
    if (p->high == p->low)
        p->high = p->low + 1;
}

static void lay_out(Picture *p)
{
    long rows = 1, columns = 1;
    for (long k = 0; k < p->n; k++) {
        rows = p->matrix[k]->shape[0] > rows ? p->matrix[k]->shape[0] : rows;
        columns = p->matrix[k]->shape[1] > columns ? p->matrix[k]->shape[1] : columns;
    }
    double room = p->n == 1 ? 640 : 320;
    p->cell = fmin(fmax(floor(room / (double)(rows > columns ? rows : columns)), 3), 24);
    double above = longest_label(p->options->column_labels, columns);
    p->upright = above <= fmax(p->cell, 2 * letter);
    p->left = longest_label(p->options->row_labels, rows) + 8 + (p->options->row_title ? 14 : 0);
    p->top = (p->upright ? font : 0.75 * above + 8) + 6 + (p->options->column_title ? 14 : 0) +
             (p->title ? 18 : 0);
    double over = p->upright ? 0 : 0.75 * above; /* the last slanted label sticks out */
    p->panel_width = p->left + (double)columns * p->cell + fmax(over, margin);
    p->panel_height = p->top + (double)rows * p->cell + margin;
    p->header = margin + (p->options->title ? 22 : 0);
    long lines = (p->n + p->across - 1) / p->across;
    double title = p->options->title ? (double)label_width(p->options->title) * 8.5 : 0;
    p->width = 2 * margin + fmax(fmax((double)p->across * p->panel_width, title), 220);
    p->height = p->header + (double)lines * p->panel_height + 40;
}

/* fill="#..." for everybody, and for browsers what it is within a dark page. */
static void write_fill(FILE *out, const Picture *p, double v)
{
    double x = (v / 2 - p->low / 2) / (p->high / 2 - p->low / 2); /* high - low may be infinite */
    bool diverging = p->options->diverging;
    Colour c = diverging ? colour_diverging(x) : colour_sequential(x);
    Colour dark = colour_in_the_dark(diverging, x);
    fprintf(out, "fill=\"#%02x%02x%02x\" style=\"fill:light-dark(#%02x%02x%02x,#%02x%02x%02x)\"",
            c.r, c.g, c.b, c.r, c.g, c.b, dark.r, dark.g, dark.b);
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* Cells meet: between them a picture that is made smaller would have lines here and there. */
static void draw_cells(FILE *out, const Picture *p, const Tensor *m, double x, double y)
{
    const HeatmapOptions *o = p->options;
    for (long i = 0; i < m->shape[0]; i++)
        for (long j = 0; j < m->shape[1]; j++) {
            double v = value_at(m, i, j);
            c_fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" ",
                      x + (double)j * p->cell, y + (double)i * p->cell, p->cell, p->cell);
            write_fill(out, p, v);
            fputs("><title>", out);
            prose_write(out, o->row_title ? o->row_title : "row");
            fputc(' ', out);
            write_label(out, o->row_labels, i);
            fputs(", ", out);
            prose_write(out, o->column_title ? o->column_title : "column");
            fputc(' ', out);
            write_label(out, o->column_labels, j);
            c_fprintf(out, ": %.3f</title></rect>\n", isnan(v) ? fabs(v) : v); /* never "-nan" */
        }
}

/* Every k-th label where the cells are smaller than the letters. */
static void draw_labels(FILE *out, const Picture *p, const Tensor *m, double x, double y)
{
    const HeatmapOptions *o = p->options;
    long step = (long)ceil((font + 1) / p->cell);
    for (long i = 0; i < m->shape[0]; i += step) {
        c_fprintf(out, "<text x=\"%g\" y=\"%g\" text-anchor=\"end\">", x - 4,
                  y + ((double)i + 0.5) * p->cell + 0.35 * font);
        write_label(out, o->row_labels, i);
        fputs("</text>\n", out);
    }
    if (p->upright && !o->column_labels)
        step = (long)ceil((longest_label(NULL, m->shape[1]) + 3) / p->cell);
    for (long j = 0; j < m->shape[1]; j += step) {
        double at = x + ((double)j + 0.5) * p->cell;
        if (p->upright)
            c_fprintf(out, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">", at, y - 4);
        else
            c_fprintf(out, "<text transform=\"translate(%g %g) rotate(-45)\">", at + 2, y - 4);
        write_label(out, o->column_labels, j);
        fputs("</text>\n", out);
    }
}

static void draw_panel(FILE *out, const Picture *p, long k)
{
    const Tensor *m = p->matrix[k];
    const HeatmapOptions *o = p->options;
    double x = margin + (double)(k % p->across) * p->panel_width + p->left;
    double y = p->header + (double)(k / p->across) * p->panel_height + p->top;
    double middle_x = x + 0.5 * (double)m->shape[1] * p->cell;
    double middle_y = y + 0.5 * (double)m->shape[0] * p->cell;
    if (p->title && p->title[k]) {
        c_fprintf(out, "<text class=\"panel\" x=\"%g\" y=\"%g\">", x, y - p->top + 12);
        prose_write(out, p->title[k]);
        fputs("</text>\n", out);
    }
    if (o->column_title) {
        c_fprintf(out, "<text class=\"axis\" x=\"%g\" y=\"%g\" text-anchor=\"middle\">", middle_x,
                  y - p->top + (p->title ? 28 : 10));
        prose_write(out, o->column_title);
        fputs("</text>\n", out);
    }
    if (o->row_title) {
        c_fprintf(out,
                  "<text class=\"axis\" transform=\"translate(%g %g) rotate(-90)\" "
                  "text-anchor=\"middle\">",
                  x - p->left + 9, middle_y);
        prose_write(out, o->row_title);
        fputs("</text>\n", out);
    }
    draw_labels(out, p, m, x, y);
    c_fprintf(
        out,
        "<g shape-rendering=\"crispEdges\"><rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" "
        "fill=\"#eceff1\"/>\n",
        x - 1, y - 1, (double)m->shape[1] * p->cell + 2, (double)m->shape[0] * p->cell + 2);
    draw_cells(out, p, m, x, y);
    fputs("</g>\n", out);
}

static void draw_scale(FILE *out, const Picture *p)
{
    enum { STEPS = 40 };
    double x = floor(margin + p->left), y = p->height - 30;
    fputs("<g shape-rendering=\"crispEdges\">\n", out);
    for (int i = 0; i < STEPS; i++) {
        double part = (double)i / (STEPS - 1);
        c_fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"3\" height=\"8\" ", x + 3 * i, y);
        write_fill(out, p, (1 - part) * p->low + part * p->high);
        fputs("/>\n", out);
    }
    c_fprintf(
        out,
        "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"8\" fill=\"none\" stroke=\"#b0bec5\"/></g>\n"
        "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%.3g</text>\n"
        "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%.3g</text>\n",
        x, y, 3.0 * STEPS, x, y + 20, p->low, x + 3.0 * STEPS, y + 20, p->high);
}

static void draw(FILE *out, const Picture *p)
{
    c_fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"%g\" "
        "fill=\"#37474f\">\n<style>.title{font-size:14px;font-weight:bold}"
        ".panel{font-size:11px;font-weight:bold}.axis{fill:#546e7a}</style>\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        p->width, p->height, p->width, p->height, font);
    if (p->options->title) {
        c_fprintf(out, "<text class=\"title\" x=\"%g\" y=\"%g\">", margin, margin + 10);
        prose_write(out, p->options->title);
        fputs("</text>\n", out);
    }
    for (long k = 0; k < p->n; k++)
        draw_panel(out, p, k);
    draw_scale(out, p);
    fputs("</svg>\n", out);
}

/* ---- the three ways in ----------------------------------------------------------------------- */

int heatmap_grid_svg(const char *path, long n, const Tensor *const matrix[],
                     const char *const titles[], long across, const HeatmapOptions *options)
{
    static const HeatmapOptions plain = {0};
    for (long k = 0; k < n; k++)
        if (matrix[k]->ndim != 2)
            kindling_fail(
                "heatmap_svg: the shape is %s, expected (rows, columns). hint: tensor_select takes "
                "one matrix out",
                tensor_shape_text(matrix[k]));
    if (across < 1 || n < 0)
        kindling_fail("heatmap_grid_svg: %ld matrices, %ld to a line; a line needs at least one", n,
                      across);
    Picture picture = {.n = n,
                       .across = n > 0 && across > n ? n : across,
                       .matrix = matrix,
                       .title = titles,
                       .options = options ? options : &plain};
    find_range(&picture);
    lay_out(&picture);
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    draw(atomic_stream(file), &picture);
    return atomic_commit(file);
}

int heatmap_svg(const char *path, const Tensor *matrix, const HeatmapOptions *options)
{
    return heatmap_grid_svg(path, 1, &matrix, NULL, 1, options);
}
