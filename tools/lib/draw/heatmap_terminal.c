/* heatmap_terminal.c - a matrix as characters.
 *
 * In colour a cell is two spaces on its colour, about a square; without row labels a line shows two
 * rows, the upper as the colour of a half block, the lower as its background. Without colour a cell
 * is a character that is darker the larger the number. Invariant: no line is wider than asked,
 * unless the row labels alone are, and every line that set a colour ends by resetting it.
 */
#include "heatmap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct {
    FILE *out;
    const Tensor *m;
    const char *const *row_labels, *const *column_labels;
    HeatmapStyle style;
    long label_width;
    long columns; /* drawn; each the mean of `pool` columns of the matrix */
    long pool;
    int cell; /* characters across */
    double low, high;
} View;

/* ---- what the terminal can do ---------------------------------------------------------------- */

static bool environment_has(const char *variable, const char *part)
{
    const char *value = getenv(variable);
    return value != NULL && strstr(value, part) != NULL;
}

bool terminal_is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && *value != '\0')
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8");
    }
    return false;
}

static HeatmapStyle choose_style(FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool colour = isatty(fileno(out)) && (no_color == NULL || *no_color == '\0') && term != NULL &&
                  *term != '\0' && strcmp(term, "dumb") != 0;
    if (colour &&
        (environment_has("COLORTERM", "truecolor") || environment_has("COLORTERM", "24bit")))
        return HEATMAP_TRUE_COLOUR;
    if (colour)
        return HEATMAP_256;
    return terminal_is_utf8() ? HEATMAP_SHADES : HEATMAP_ASCII;
}

static long terminal_width(FILE *out)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
#endif
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    return width > 0 && width < 10000 ? width : 80;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static double value_at(const View *v, long row, long column)
{
    double sum = 0;
    long n = 0;
    for (long j = column * v->pool; j < (column + 1) * v->pool && j < v->m->shape[1]; j++, n++)
        sum += (double)v->m->data[row * v->m->stride[0] + j * v->m->stride[1]];
    return (sum / (double)n - v->low) / (v->high - v->low);
}

static void find_range(View *v)
{
    v->low = v->high = 0;
    colour_range(v->m, &v->low, &v->high);
    if (v->low < 0 && v->high > 0) { /* 0 in the middle */
        v->high = fmax(v->high, -v->low);
        v->low = -v->high;
    }
    if (v->high == v->low)
        v->high = v->low + 1;
}

static void lay_out(View *v, long width)
{
    for (long i = 0; v->row_labels && i < v->m->shape[0]; i++) {
        long n = label_width(v->row_labels[i]) + 1;
        v->label_width = n > v->label_width ? n : v->label_width;
    }
    long room = width - v->label_width > 0 ? width - v->label_width : 1;
    long columns = v->m->shape[1];
    bool half = v->row_labels == NULL && v->style >= HEATMAP_256;
    v->cell = !half && 2 * columns <= room ? 2 : 1;
    v->pool = columns > room ? (columns + room - 1) / room : 1;
    v->columns = (columns + v->pool - 1) / v->pool;
}

/* ---- one cell -------------------------------------------------------------------------------- */

/* The nearest of xterm's 6 x 6 x 6 cube. */
static int cube_colour(Colour c)
{
    const unsigned char channel[3] = {c.r, c.g, c.b};
    int index = 0;
    for (int i = 0; i < 3; i++) {
        int level = channel[i] < 48 ? 0 : channel[i] < 115 ? 1 : (channel[i] - 35) / 40;
        index = 6 * index + level;
    }
    return 16 + index;
}

/* layer 38 sets the colour of the character, 48 that behind it */
static void set_colour(const View *v, int layer, double x)
{
    Colour c = v->low < 0 && v->high > 0 ? colour_diverging(x) : colour_sequential(x);
    if (v->style == HEATMAP_TRUE_COLOUR)
        fprintf(v->out, "\033[%d;2;%d;%d;%dm", layer, c.r, c.g, c.b);
    else
        fprintf(v->out, "\033[%d;5;%dm", layer, cube_colour(c));
}

static const char *shade(HeatmapStyle style, double x)
{
    static const char *const ascii[] = {" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"};
    static const char *const blocks[] = {" ", "\xe2\x96\x91", "\xe2\x96\x92", "\xe2\x96\x93",
                                         "\xe2\x96\x88"};
    if (isnan(x))
        return "?";
    x = fmin(fmax(x, 0), 1);
    return style == HEATMAP_ASCII ? ascii[lround(9 * x)] : blocks[lround(4 * x)];
}

static void draw_cell(const View *v, double x)
{
    if (v->style >= HEATMAP_256)
        set_colour(v, 48, x);
    for (int i = 0; i < v->cell; i++)
        fputs(v->style >= HEATMAP_256 ? " " : shade(v->style, x), v->out);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void end_line(const View *v)
{
    fputs(v->style >= HEATMAP_256 ? "\033[0m\n" : "\n", v->out);
}

/* Right-aligned, and a space. */
static void draw_row_label(const View *v, long row)
{
    if (!v->row_labels)
        return;
    const char *text = v->row_labels[row];
    fprintf(v->out, "%*s", (int)(v->label_width - 1 - label_width(text)), "");
    for (char c[5]; label_next(&text, c) > 0;)
        fputs(c, v->out);
    fputc(' ', v->out);
}

/* Labels run downwards, a character to a line, so that they need no more room than a cell. */
static void draw_column_labels(const View *v)
{
    enum { MOST = 12 };
    bool more = v->column_labels && v->pool == 1 && v->columns > 0;
    for (long line = 0; more && line < MOST; line++) {
        more = false;
        fprintf(v->out, "%*s", (int)v->label_width, "");
        for (long j = 0; j < v->columns; j++) {
            const char *text = v->column_labels[j];
            char c[5] = " ";
            int width = 1;
            for (long skip = 0; skip <= line && width > 0; skip++)
                width = label_next(&text, c);
            if (width == 0 || width > v->cell)
                strcpy(c, width ? "?" : " ");
            more |= width > 0 && *text != '\0';
            fprintf(v->out, "%s%*s", c, width == 2 && v->cell == 2 ? 0 : v->cell - 1, "");
        }
        fputc('\n', v->out);
    }
}

static void draw_two_rows(const View *v, long row)
{
    for (long j = 0; j < v->columns; j++) {
        set_colour(v, 38, value_at(v, row, j));
        if (row + 1 < v->m->shape[0])
            set_colour(v, 48, value_at(v, row + 1, j));
        fputs("\xe2\x96\x80", v->out); /* upper half block */
    }
    end_line(v);
}

void heatmap_text(FILE *stream, const Tensor *matrix, const char *const row_labels[],
                  const char *const column_labels[], HeatmapStyle style, long width)
{
    if (matrix->ndim != 2)
        kindling_fail(
            "heatmap_text: the shape is %s, expected (rows, columns). hint: tensor_select takes "
            "one matrix out",
            tensor_shape_text(matrix));
    View v = {.out = stream,
              .m = matrix,
              .row_labels = row_labels,
              .column_labels = column_labels,
              .style = style == HEATMAP_AUTO ? choose_style(stream) : style};
    find_range(&v);
    lay_out(&v, width > 0 ? width : terminal_width(stream));
    draw_column_labels(&v);
    bool half = row_labels == NULL && v.style >= HEATMAP_256;
    for (long i = 0; i < matrix->shape[0]; i += half ? 2 : 1) {
        if (half) {
            draw_two_rows(&v, i);
            continue;
        }
        draw_row_label(&v, i);
        for (long j = 0; j < v.columns; j++)
            draw_cell(&v, value_at(&v, i, j));
        end_line(&v);
    }
}

void heatmap_terminal(FILE *stream, const Tensor *matrix, const char *const row_labels[],
                      const char *const column_labels[])
{
    heatmap_text(stream, matrix, row_labels, column_labels, HEATMAP_AUTO, 0);
}
