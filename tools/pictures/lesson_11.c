/* lesson_11.c - embeddings: rows there and back, the waves of the positions, and their distances. */
#include <stdio.h>
#include "lesson.h"

static int rows(const char *path)
{
    Tensor *table =
        tensor_requires_grad(tensor_from(SHAPE(4, 2), VALUES(10, 11, 20, 21, 30, 31, 40, 41)));
    IntTensor *ids = int_tensor_from(SHAPE(3), IDS(0, 2, 0));
    Tensor *y = tensor_embedding(table, ids),
           *dy = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 10, 20));
    tensor_backward_from(y, dy, false);
    static const char *const row_names[] = {"row 0", "row 1", "row 2", "row 3"};
    static const char *const id_names[] = {"id 0", "id 2", "id 0"};
    Svg *svg = svg_open(path, 780, 240,
                        "Three ids look up rows of a table; backward, each row gets the sum of the "
                        "gradients of its uses");
    if (svg == NULL)
        return -1;
    SvgMatrix how = {.x = 60,
                     .y = 50,
                     .cell = 38,
                     .kind = SVG_GREEN,
                     .format = "%.0f",
                     .high = 60,
                     .title = "table",
                     .row_labels = row_names};
    svg_matrix(svg, table, how);
    how.x = 235, how.title = "looked up", how.row_labels = id_names, how.kind = SVG_BLUE;
    svg_matrix(svg, y, how);
    how.x = 420, how.title = "dy", how.kind = SVG_RED, how.high = 25;
    svg_matrix(svg, dy, how);
    how.x = 610, how.title = "gradient of the table", how.row_labels = row_names;
    svg_matrix(svg, table->grad, how);
    svg_arrow(svg, SVG_INK, 140, 69, 195, 69);
    svg_arrow(svg, SVG_INK, 140, 145, 195, 107);
    svg_arrow(svg, SVG_INK, 140, 73, 195, 143);
    svg_arrow(svg, SVG_RED, 500, 69, 566, 69);
    svg_arrow(svg, SVG_RED, 500, 107, 566, 143);
    svg_arrow(svg, SVG_RED, 500, 145, 566, 74);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 60, 228, "forward: copy rows");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 420, 228, "backward: add to the rows they came from");
    return svg_close(svg);
}

static int waves(const char *path)
{
    enum { T = 48, C = 16 };
    Tensor *table = tensor_transpose(sinusoidal_positions(T, C), 0, 1);
    Svg *svg = svg_open(path, 720, 290,
                        "The sinusoidal table of 48 positions and 16 channels: fast waves at the "
                        "top, slow ones at the bottom");
    if (svg == NULL)
        return -1;
    svg_matrix(svg, table,
               (SvgMatrix){.x = 90,
                           .y = 40,
                           .cell = 13,
                           .kind = SVG_BLUE,
                           .high = 1,
                           .title = "sin and cos of p w_i; blue is positive, red negative"});
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 82, 56, "channels 0, 1");
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 82, 244, "14, 15");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 90, 266, "position 0");
    svg_small(svg, SVG_FAINT, SVG_RIGHT, 714, 266, "47");
    svg_small(svg, SVG_FAINT, SVG_MIDDLE, 400, 284,
              "the first pair turns once in 6.3 positions, each further pair more slowly");
    return svg_close(svg);
}

static int distances(const char *path)
{
    enum { T = 65, C = 64 };
    double k[T], from_10[T], from_80[T];
    Tensor *table = sinusoidal_positions(80 + T, C),
           *products = tensor_matmul(table, tensor_transpose(table, 0, 1));
    for (long i = 0; i < T; i++) {
        k[i] = (double)i;
        from_10[i] = tensor_get(products, AT(10, 10 + i));
        from_80[i] = tensor_get(products, AT(80, 80 + i));
    }
    Svg *svg = svg_open(path, 640, 290,
                        "The product of the rows of two positions against their distance: the same "
                        "from position 10 and from position 80");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 60,
                    .y = 50,
                    .width = 420,
                    .height = 180,
                    .x_low = 0,
                    .x_high = T - 1,
                    .y_low = 0,
                    .y_high = 34,
                    .x_title = "distance",
                    .title = "Product of the rows of two positions, 64 channels"};
    svg_plot(svg, &plot);
    svg_plot_x_tick(svg, &plot, 0, "0");
    svg_plot_x_tick(svg, &plot, 32, "32");
    svg_plot_x_tick(svg, &plot, 64, "64");
    svg_plot_y_tick(svg, &plot, 0, "0");
    svg_plot_y_tick(svg, &plot, from_10[0], "32");
    svg_plot_curve(svg, &plot, SVG_BLUE, T, k, from_10, "from position 10");
    svg_plot_points(svg, &plot, SVG_AMBER, T, k, from_80);
    svg_text(svg, SVG_AMBER, SVG_LEFT, 300, 90, "dots: from position 80");
    return svg_close(svg);
}

const LessonPicture pictures_of_11[] = {{"11_embeddings/rows", rows},
                                        {"11_embeddings/waves", waves},
                                        {"11_embeddings/distances", distances},
                                        {NULL, NULL}};
