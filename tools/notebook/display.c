/* display.c - rich output of cells: files, and lines that tell a viewer about them.
 *
 * Everything shown is a file first, named after the cell that made it, cell03-1.svg. A viewer learns
 * of it by a line of stdout, "\036file <path>", so that pictures and printed text keep their order.
 * Invariant: a file that is announced is whole.
 */
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "notebook.h"
#include "engine.h"

/* A new name in the notebook's folder, which is made if missing. */
static const char *new_path(const char *ending)
{
    static char path[FILE_NAME_SIZE];
    static int cell, number;
    char folder[FILE_NAME_SIZE / 2];
    if (cell != notebook_cell_number())
        number = 0;
    cell = notebook_cell_number();
    const char *wish = getenv("NOTEBOOK_OUT");
    snprintf(folder, sizeof folder, "%s/%s", wish != NULL ? wish : "build/notebooks",
             notebook_name());
    if (folder_make(folder) != 0)
        kindling_fail("display: %s", kindling_error());
    snprintf(path, sizeof path, "%s/cell%02d-%d.%s", folder, cell, ++number, ending);
    return path;
}

static void show_file(const char *path)
{
    printf(notebook_has_viewer() ? "\036file %s\n" : "  %s\n", path);
    fflush(stdout);
}

/* The end of every picture: complain or show. */
static void finish(int status, const char *path)
{
    if (status != 0)
        kindling_fail("display: %s", kindling_error());
    show_file(path);
}

static int write_whole(const char *path, const void *data, size_t bytes)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    fwrite(data, 1, bytes, atomic_stream(file)); /* atomic_commit tells if that failed */
    return atomic_commit(file);
}

/* ---- text of some kind ------------------------------------------------------------------------- */

void display(const char *mime, const void *data, size_t bytes)
{
    static const struct {
        const char *mime, *ending;
    } kinds[] = {{"image/svg+xml", "svg"},
                 {"image/png", "png"},
                 {"text/html", "html"},
                 {"text/vnd.graphviz", "dot"},
                 {"text/plain", "txt"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].mime, mime) == 0) {
            const char *path = new_path(kinds[i].ending);
            finish(write_whole(path, data, bytes), path);
            return;
        }
    kindling_fail("display: cannot show \"%s\". hint: image/svg+xml, image/png, text/html, "
                  "text/vnd.graphviz and text/plain are known",
                  mime);
}

void display_svg(const char *svg)
{
    display("image/svg+xml", svg, strlen(svg));
}

void display_html(const char *html)
{
    display("text/html", html, strlen(html));
}

/* ---- graphs ------------------------------------------------------------------------------------ */

/* The DOT file, and instead of it its picture where Graphviz can be asked for one. */
static void show_drawn(const char *dot_file)
{
    char picture[FILE_NAME_SIZE];
    snprintf(picture, sizeof picture, "%.*s.svg", (int)strlen(dot_file) - 4, dot_file);
    show_file(graph_draw(dot_file, "svg", picture) ? picture : dot_file);
}

void display_dot(const char *dot)
{
    const char *path = new_path("dot");
    if (write_whole(path, dot, strlen(dot)) != 0)
        kindling_fail("display_dot: %s", kindling_error());
    show_drawn(path);
}

void display_graph(Tensor *root, const GraphOptions *options)
{
    const char *path = new_path("dot");
    if (graph_write(path, root, options) != 0)
        kindling_fail("display_graph: %s", kindling_error());
    show_drawn(path);
}

/* ---- heat maps and charts ---------------------------------------------------------------------- */

void display_heatmap(const Tensor *matrix, const HeatmapOptions *options)
{
    const char *path = new_path("svg");
    finish(heatmap_svg(path, matrix, options), path);
}

void display_heatmaps(long n, const Tensor *const matrix[], const char *const titles[], long across,
                      const HeatmapOptions *options)
{
    const char *path = new_path("svg");
    finish(heatmap_grid_svg(path, n, matrix, titles, across, options), path);
}

void display_heads(long n_layers, const Tensor *const weights[], const HeatmapOptions *options)
{
    const char *path = new_path("svg");
    finish(heatmap_heads_svg(path, n_layers, weights, 0, options), path);
}

void display_chart(int n, const Series *series, const ChartOptions *options)
{
    const char *path = new_path("svg");
    finish(chart_svg(path, n, series, options), path);
}
