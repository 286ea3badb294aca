/* svg.h - a drawing as an SVG file that looks right on a light page and on a dark one.
 *
 * Nothing here names a colour: marks have a kind, and the style at the top of the file says what a
 * kind looks like in the light and in the dark (prefers-color-scheme). Amounts are drawn as opacity,
 * so that 0 is the page itself and 1 the full colour, on both. Coordinates are in pixels from the top
 * left corner. Invariant: whatever the texts and numbers, the file is well-formed.
 */
#ifndef SVG_H
#define SVG_H

#include "kindling.h"

typedef struct Svg Svg;

typedef enum {
    SVG_INK,   /* text and frames */
    SVG_FAINT, /* helping lines, ticks, second thoughts */
    SVG_BLUE,  /* queries, inputs */
    SVG_GREEN, /* keys, parameters */
    SVG_AMBER, /* values */
    SVG_RED,   /* losses, mistakes */
    SVG_VIOLET /* attention's weights */
} SvgKind;

typedef enum { SVG_LEFT, SVG_MIDDLE, SVG_RIGHT } SvgSide; /* which part of a text is at x */

/* NULL and kindling_error() if the file cannot be written. described: what the picture shows, in a
 * sentence, for whoever cannot see it. */
Svg *svg_open(const char *path, double width, double height, const char *described);
/* Ends the file and frees svg. 0, or -1 and kindling_error(). */
int svg_close(Svg *svg);

void svg_line(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2);
void svg_dashed(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2);
void svg_arrow(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2);
/* An arrow in an arc that rises so many pixels above its ends; below, if negative. */
void svg_arc(Svg *svg, SvgKind kind, double x1, double y1, double x2, double y2, double rise);
void svg_curve(Svg *svg, SvgKind kind, long n, const double *x, const double *y);
void svg_dot(Svg *svg, SvgKind kind, double x, double y, double radius);
/* A frame, filled with so much of its colour: 0 is empty, 1 is full. */
void svg_box(Svg *svg, SvgKind kind, double x, double y, double width, double height,
             double amount);
/* The same without a frame: a cell of a matrix. */
void svg_cell(Svg *svg, SvgKind kind, double x, double y, double width, double height,
              double amount);

#if defined(__GNUC__)
#define SVG_PRINTF(where) __attribute__((format(printf, where, where + 1)))
#else
#define SVG_PRINTF(where)
#endif
void svg_text(Svg *svg, SvgKind kind, SvgSide side, double x, double y, const char *format, ...)
    SVG_PRINTF(6);
void svg_title(Svg *svg, double x, double y, const char *format, ...) SVG_PRINTF(4);
/* Small, for ticks and numbers in cells. */
void svg_small(Svg *svg, SvgKind kind, SvgSide side, double x, double y, const char *format, ...)
    SVG_PRINTF(6);

/* ---- svg_matrix.c: a matrix as cells ----------------------------------------------------------- */

typedef struct {
    double x, y;        /* the top left corner of the first cell */
    double cell;        /* its side */
    SvgKind kind;       /* of its colour */
    const char *title;  /* above; NULL: none */
    const char *format; /* of the number in each cell, "%.2f"; NULL: none */
    double high;        /* the number that gets the full colour; 0: the largest */
    const char *const *row_labels, *const *column_labels; /* NULL: none */
} SvgMatrix;
/* matrix (rows, columns), any strides. Cells of NaN and -infinity are crossed out. */
void svg_matrix(Svg *svg, const Tensor *matrix, SvgMatrix how);

/* ---- svg_plot.c: curves over axes --------------------------------------------------------------- */

typedef struct {
    double x, y, width, height;            /* of the area inside the axes */
    double x_low, x_high, y_low, y_high;   /* what lies at its ends */
    bool x_log, y_log;                     /* in powers of ten or two */
    const char *x_title, *y_title, *title; /* NULL: none */
} SvgPlot;
void svg_plot(Svg *svg, const SvgPlot *plot); /* frame and titles */
/* A tick, and what stands beside it. NULL: the number itself, as %g prints it. */
void svg_plot_x_tick(Svg *svg, const SvgPlot *plot, double x, const char *text);
void svg_plot_y_tick(Svg *svg, const SvgPlot *plot, double y, const char *text);
/* n points, joined where they lie inside the axes, with a name beside the last of these (NULL: none). */
void svg_plot_curve(Svg *svg, const SvgPlot *plot, SvgKind kind, long n, const double *x,
                    const double *y, const char *name);
void svg_plot_points(Svg *svg, const SvgPlot *plot, SvgKind kind, long n, const double *x,
                     const double *y);
double svg_plot_x(const SvgPlot *plot, double x); /* where a number lies on the picture */
double svg_plot_y(const SvgPlot *plot, double y);

#endif
