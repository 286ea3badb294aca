/* heatmap.h - matrices as pictures: SVG files and the terminal.
 *
 * Matrices are 2-d tensors (rows, columns), views included; rows run down, columns to the right.
 * For attention a row is a query and a column a key. Labels are UTF-8, one per row or column, and
 * may hold anything; NULL numbers them. NaN is drawn grey. A matrix of another number of axes is a
 * mistake: fail(). A file that cannot be written gives -1 and kindling_error().
 */
#ifndef HEATMAP_H
#define HEATMAP_H

#include "kindling.h"

/* ---- colour_map.c: numbers to colours -------------------------------------------------------- */

typedef struct {
    unsigned char r, g, b;
} Colour;
/* Lightness falls steadily, from white to indigo: the order survives any colour blindness and a
 * black and white printer. x in [0, 1] is cut to that; NaN gives grey. */
Colour colour_sequential(double x);
/* Blue below, white at 0.5, orange above: the pair that colour-blind people tell apart, too. */
Colour colour_diverging(double x);
/* The same on dark paper, from dark to bright: the ramps of the explorer. */
Colour colour_in_the_dark(bool is_diverging, double x);
/* Moves low down and high up until all finite numbers of a matrix lie between them. */
void colour_range(const Tensor *matrix, double *low, double *high);

/* ---- heatmap.c: SVG -------------------------------------------------------------------------- */

typedef struct {
    const char *title;                    /* above everything; NULL: none */
    const char *row_title, *column_title; /* what rows and columns are: "query", "key" */
    const char *const *row_labels, *const *column_labels;
    double low, high; /* the numbers at the ends of the colours; both 0: from the data */
    bool diverging;   /* 0 in the middle, -m and m at the ends */
} HeatmapOptions;

/* One matrix. The file is light; within a page that is dark its cells are, too. A pointer resting
 * on a cell shows its row, its column and its value. 0 or -1. */
int heatmap_svg(const char *path, const Tensor *matrix, const HeatmapOptions *options);
/* n matrices, `across` to a line, each under its own title, with one range of colours for all. */
int heatmap_grid_svg(const char *path, long n, const Tensor *const matrix[],
                     const char *const titles[], long across, const HeatmapOptions *options);
/* heatmap_heads.c: weights[layer] (B, H, Tq, Tk): every head of one sequence
 * of the batch, a line of H panels per layer. */
int heatmap_heads_svg(const char *path, long n_layers, const Tensor *const weights[], long batch,
                      const HeatmapOptions *options);

/* heatmap_overview.c: four small maps, layers by heads: how many keys a head uses, and how much of
 * its attention stays at home, goes one place back, or to the first place. */
int heatmap_overview_svg(const char *path, long n_layers, const Tensor *const weights[], long batch,
                         const char *title);

/* Fails unless there are layers, and each has weights (B, H, Tq, Tk) with one H and B > batch. */
void heads_check(const char *operation, long n_layers, const Tensor *const weights[], long batch);

/* ---- heatmap_terminal.c: text ---------------------------------------------------------------- */

typedef enum {
    HEATMAP_AUTO,   /* what the stream and the environment allow (NO_COLOR, TERM, LANG) */
    HEATMAP_ASCII,  /* " .:-=+*#%@" */
    HEATMAP_SHADES, /* Unicode's four shades of a block */
    HEATMAP_256,    /* the 256 colours of xterm */
    HEATMAP_TRUE_COLOUR
} HeatmapStyle;

/* Lines of at most `width` columns (0: the terminal's, or 80); neighbouring columns are averaged
 * where there are too many. In colour and without row labels, each line shows two rows. */
void heatmap_text(FILE *stream, const Tensor *matrix, const char *const row_labels[],
                  const char *const column_labels[], HeatmapStyle style, long width);
/* Do LC_ALL, LC_CTYPE and LANG, the first of them that is set, speak of UTF-8? */
bool terminal_is_utf8(void);
/* heatmap_text for this stream: HEATMAP_AUTO, the terminal's width. */
void heatmap_terminal(FILE *stream, const Tensor *matrix, const char *const row_labels[],
                      const char *const column_labels[]);

/* ---- label.c: characters of labels ----------------------------------------------------------- */

/* The character at *text as UTF-8 in `out` (5 bytes), *text moved behind it; its columns on a
 * terminal (1 or 2), 0 at the end. Spaces and line ends become visible signs, control characters
 * and bytes that are not UTF-8 a replacement. */
int label_next(const char **text, char out[5]);
long label_width(const char *text); /* columns in all */
/* As text of an SVG or HTML file, markup escaped: a label, and prose, in which a space stays a space. */
void label_write(FILE *out, const char *label);
void prose_write(FILE *out, const char *prose);

#endif
