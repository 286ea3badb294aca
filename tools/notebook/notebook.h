/* notebook.h - what a notebook in plain C includes: cells, pictures, gates.
 *
 * A notebook is one valid C file. `// %%` begins a cell of code, `// %% [markdown]` one of prose.
 * What is declared at file scope is shared by all cells that follow; what runs stands in
 *
 *     CELL {
 *         x = tensor_ones(SHAPE(2, 2));
 *         tensor_print(x);
 *     }
 *
 * Cells run in the order of the file. Each starts from a copy of the whole program (fork): if it
 * crashes, fails, exits or takes too long, that copy is gone and the next cell goes on from the
 * state before it. Invariant: a cell changes the state of later cells entirely or not at all.
 */
#ifndef NOTEBOOK_H
#define NOTEBOOK_H

#include "heatmap.h"
#include "kindling.h"

/* ---- run.c: cells ------------------------------------------------------------------------------ */

#define CELL NOTEBOOK_CELL(__LINE__, false) /* what follows in { } is a cell */
/* A cell that shows a mistake: it has to end in one, and that is not held against the notebook. */
#define CELL_FAILS NOTEBOOK_CELL(__LINE__, true)

/* What both are made of: a function, which is noted before main runs. */
#define NOTEBOOK_CELL(line, fails) NOTEBOOK_CELL_AT(line, fails)
#define NOTEBOOK_CELL_AT(line, fails)                                                              \
    static void notebook_cell_##line(void);                                                        \
    __attribute__((constructor)) static void notebook_add_##line(void)                             \
    {                                                                                              \
        notebook_add(notebook_cell_##line, __FILE__, line, fails);                                 \
    }                                                                                              \
    static void notebook_cell_##line(void)

/* A claim. One that does not hold ends the cell, and the notebook ends with status 1. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gate(bool holds, const char *format, ...);

/* One cell more; CELL does it. */
void notebook_add(void (*run)(void), const char *file, int line, bool fails);
/* Runs all cells: 0, or 1 if one ended as it should not. Every cell is given that many seconds. */
int notebook_run(double seconds);
extern double notebook_seconds; /* a cell may grant those behind it more, or less */

/* ---- display.c: rich output -------------------------------------------------------------------- */

/* Each writes a file under build/notebooks/<name of the notebook>/, and names it on stdout or, where
 * a viewer reads along, shows it. A file that cannot be written is a mistake: fail().
 * mime: image/svg+xml, image/png, text/html or text/vnd.graphviz. */
void display(const char *mime, const void *data, size_t bytes);
void display_svg(const char *svg);   /* a whole <svg> */
void display_html(const char *html); /* a part of a page */
void display_dot(const char *dot);   /* drawn where Graphviz is installed */
/* graph_dump of root, drawn; options NULL is {0}. */
void display_graph(Tensor *root, const GraphOptions *options);
/* A matrix (rows, columns) as coloured cells; options NULL is {0}. */
void display_heatmap(const Tensor *matrix, const HeatmapOptions *options);
/* n of them with titles, `across` in a line, in one colour scale. */
void display_heatmaps(long n, const Tensor *const matrix[], const char *const titles[], long across,
                      const HeatmapOptions *options);
/* weights[layer] (B, H, Tq, Tk), query x key: every head of the first sequence, a line of panels per layer. */
void display_heads(long n_layers, const Tensor *const weights[], const HeatmapOptions *options);

/* ---- table.c: rows of text --------------------------------------------------------------------- */

/* Columns are separated by '|':  table_begin("T|bytes"); table_row("%ld|%ld", T, bytes); table_end(); */
void table_begin(const char *heads);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void table_row(const char *format, ...);
void table_end(void);

/* ---- chart.c: lines and points ----------------------------------------------------------------- */

/* n points, joined by a line or not. */
typedef struct {
    const char *name; /* in the legend; NULL: not there */
    long n;
    const double *x, *y; /* x NULL: 0, 1, 2, ... */
    bool points;         /* dots, not a line */
} Series;
/* What stands around them. */
typedef struct {
    const char *title, *x_title, *y_title; /* NULL: none */
    double x_low, x_high, y_low, y_high;   /* both 0: from the data */
} ChartOptions;
enum { CHART_MOST = 8 }; /* as many colours as can be told apart */
/* At most CHART_MOST series; numbers that are not finite are left out. 0, or -1 and kindling_error(). */
int chart_svg(const char *path, int n, const Series *series, const ChartOptions *options);
/* The same as the output of a cell. */
void display_chart(int n, const Series *series, const ChartOptions *options);

/* ---- ask.c: somebody to play with -------------------------------------------------------------- */

/* A line of at most room - 1 bytes, without its end. false: an empty one, the end of the input, or nobody
 * is there: it asks only where input and output are a terminal. Let the cell in front of it raise
 * notebook_seconds, for people think longer than cells may run. */
bool notebook_ask(const char *question, char *line, size_t room);

/* ---- digits.c: drawn digits -------------------------------------------------------------------- */

/* One digit of side x side numbers from 0 to 1, drawn anew by every call. */
void digit_draw(int digit, long side, real *pixels, Rng *rng);

/* ---- for viewers ------------------------------------------------------------------------------- */

bool notebook_has_viewer(void);  /* KINDLING_NOTEBOOK=frames: lines that begin with \036 */
const char *notebook_name(void); /* "12_attention" */
int notebook_cell_number(void);  /* 1 is the first */
/* For a host that loads cells one by one: get ready; then run what `load` does and the cells it adds
 * behind a checkpoint. True if that ended as it should. */
void notebook_begin(double seconds);
bool notebook_run_next(void (*load)(void), bool fails);

#endif
