/* svg_matrix.c - a matrix as a square of cells: the larger a number, the more colour. */
#include <math.h>
#include "svg.h"
#include "c_locale.h"

static double number_at(const Tensor *matrix, long row, long column)
{
    return matrix->data[row * matrix->stride[0] + column * matrix->stride[1]];
}

static double largest(const Tensor *matrix)
{
    double most = 0;
    for (long i = 0; i < matrix->shape[0]; i++)
        for (long j = 0; j < matrix->shape[1]; j++)
            if (isfinite(number_at(matrix, i, j)))
                most = fmax(most, fabs(number_at(matrix, i, j)));
    return most > 0 ? most : 1;
}

/* Dark cells carry their number in the colour of the page; there is no such kind, so it is put on a
 * pale cell instead: at most two thirds of the colour where numbers are written. */
static void cell(Svg *svg, SvgMatrix how, double x, double y, double value, double high)
{
    double amount = fabs(value) / high * (how.format != NULL ? 0.66 : 1);
    SvgKind kind = value < 0 && isfinite(value) ? SVG_RED : how.kind;
    svg_cell(svg, kind, x, y, how.cell - 1, how.cell - 1, isfinite(value) ? amount : 0);
    if (!isfinite(value))
        svg_line(svg, SVG_FAINT, x + how.cell * 0.35, y + how.cell * 0.65, x + how.cell * 0.65,
                 y + how.cell * 0.35);
    else if (how.format != NULL) {
        char text[32];
        c_snprintf(text, sizeof text, how.format, value);
        svg_small(svg, SVG_INK, SVG_MIDDLE, x + how.cell / 2, y + how.cell / 2 + 4, "%s", text);
    }
}

void svg_matrix(Svg *svg, const Tensor *matrix, SvgMatrix how)
{
    if (matrix->ndim != 2)
        kindling_fail("svg_matrix: a picture of a matrix needs two axes, got %s",
                      tensor_shape_text(matrix));
    long rows = matrix->shape[0], columns = matrix->shape[1];
    double high = how.high > 0 ? how.high : largest(matrix);
    if (how.title != NULL)
        svg_text(svg, SVG_INK, SVG_LEFT, how.x, how.y - (how.column_labels ? 24 : 8), "%s",
                 how.title);
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            cell(svg, how, how.x + (double)j * how.cell, how.y + (double)i * how.cell,
                 number_at(matrix, i, j), high);
    svg_box(svg, SVG_FAINT, how.x - 0.5, how.y - 0.5, how.cell * (double)columns,
            how.cell * (double)rows, 0);
    for (long i = 0; i < rows && how.row_labels != NULL; i++)
        svg_small(svg, SVG_FAINT, SVG_RIGHT, how.x - 6, how.y + how.cell * ((double)i + 0.5) + 4,
                  "%s", how.row_labels[i]);
    for (long j = 0; j < columns && how.column_labels != NULL; j++)
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, how.x + how.cell * ((double)j + 0.5), how.y - 6, "%s",
                  how.column_labels[j]);
}
