/* lesson_09.c - convolutions: a window that slides, its columns, edges of a digit, fields, a pool's gradient. */
#include <math.h>
#include "lesson.h"

/* A plane (H, W) of images (B, C, H, W), a view. */
static Tensor *plane(Tensor *x, long channel)
{
    return tensor_select(tensor_select(x, 0, 0), 0, channel);
}

static Tensor *small_numbers(int ndim, const long *shape, int most, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    Tensor *t = tensor_new(ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)(rng_bits(&rng) % (uint64_t)(most + 1));
    return t;
}

static Tensor *convolved(Tensor *x, Tensor *weight, Window w)
{
    long shape[4];
    conv2d_shape("convolved", x, weight, NULL, w, 1, shape);
    Tensor *out = tensor_new(4, shape);
    conv2d_direct(out, x, weight, NULL, w, 1);
    return out;
}

/* A frame around the cells of a matrix that begin at row r and column s. */
static void frame(Svg *svg, SvgKind kind, SvgMatrix m, double r, double s, double rows,
                  double columns)
{
    for (int i = 0; i < 2; i++)
        svg_box(svg, kind, m.x + s * m.cell - 1 - i, m.y + r * m.cell - 1 - i,
                columns * m.cell + 2 * i, rows * m.cell + 2 * i, 0);
}

/* ---- window: padding, stride, and what does not fit --------------------------------------------------------- */

static int window(const char *path)
{
    const Window w = {.kernel = {3, 3}, .stride = {2, 2}, .padding = {1, 1}};
    const SvgKind kinds[] = {SVG_VIOLET, SVG_RED};
    const long at[][2] = {{0, 0}, {1, 2}};
    Tensor *x = small_numbers(SHAPE(1, 1, 5, 6), 4, 9);
    Tensor *k = tensor_from(SHAPE(1, 1, 3, 3), VALUES(-1, 0, 1, -2, 0, 2, -1, 0, 1));
    Tensor *y = convolved(x, k, w);
    Svg *svg = svg_open(path, 700, 290,
                        "A window of 3 x 3 slides over an image of 5 x 6 in steps of 2; with a "
                        "padding of 1 it stands at 3 x 3 places");
    if (svg == NULL)
        return -1;
    SvgMatrix in = {.x = 62, .y = 84, .cell = 30, .kind = SVG_BLUE, .format = "%.0f", .high = 6};
    SvgMatrix kernel = {.x = 368, .y = 84, .cell = 30, .kind = SVG_GREEN, .format = "%.0f"};
    SvgMatrix out = {
        .x = 556, .y = 84, .cell = 34, .kind = SVG_AMBER, .format = "%.0f", .high = 16};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 8; j++)
            if (i == 0 || i == 6 || j == 0 || j == 7)
                svg_small(svg, SVG_FAINT, SVG_MIDDLE, in.x + 30 * j - 15, in.y + 30 * i - 11, "0");
    svg_matrix(svg, plane(x, 0), in);
    svg_matrix(svg, plane(k, 0), kernel);
    svg_matrix(svg, plane(y, 0), out);
    for (int i = 0; i < 2; i++) {
        frame(svg, kinds[i], in, (double)(2 * at[i][0] - 1), (double)(2 * at[i][1] - 1), 3, 3);
        frame(svg, kinds[i], out, (double)at[i][0], (double)at[i][1], 1, 1);
    }
    svg_title(svg, 32, 30, "x: 5 x 6, in a padding of 1");
    svg_title(svg, kernel.x, 30, "weight: 3 x 3");
    svg_title(svg, out.x, 30, "y: %ld x %ld", y->shape[2], y->shape[3]);
    svg_text(svg, SVG_INK, SVG_MIDDLE, 312, 134, "\xc2\xb7");
    svg_text(svg, SVG_INK, SVG_MIDDLE, 508, 134, "=");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 368, 222, "no window sees the padding on the right");
    return svg_close(svg);
}

/* ---- columns: what im2col writes ------------------------------------------------------------------------------ */

static int columns(const char *path)
{
    static const char *const rows[] = {"0,0,0", "0,0,1", "0,1,0", "0,1,1",
                                       "1,0,0", "1,0,1", "1,1,0", "1,1,1"};
    static const char *const windows[] = {"0,0", "0,1", "1,0", "1,1"};
    const Window w = {.kernel = {2, 2}};
    Tensor *x = tensor_new(SHAPE(1, 2, 3, 3)), *c = tensor_new(SHAPE(1, 8, 4));
    for (long i = 0; i < 18; i++)
        x->data[i] = (real)(i < 9 ? i + 1 : i + 2);
    im2col_kernel(c, x, w);
    Tensor *ones = tensor_ones(SHAPE(1, 8, 4)), *count = tensor_zeros(SHAPE(1, 2, 3, 3));
    col2im_kernel(count, ones, w);
    Tensor *matrix = tensor_select(c, 0, 0);
    Svg *svg = svg_open(path, 720, 325,
                        "Two channels of 3 x 3 become four columns of eight numbers, one for each "
                        "window of 2 x 2; a number in the middle stands in all four");
    if (svg == NULL)
        return -1;
    SvgMatrix m = {.x = 30, .y = 62, .cell = 28, .kind = SVG_BLUE, .format = "%.0f", .high = 30};
    m.title = "x, channel 0";
    svg_matrix(svg, plane(x, 0), m);
    frame(svg, SVG_VIOLET, m, 0, 1, 2, 2);
    m.y = 200, m.kind = SVG_AMBER, m.title = "x, channel 1";
    svg_matrix(svg, plane(x, 1), m);
    frame(svg, SVG_VIOLET, m, 0, 1, 2, 2);
    svg_arrow(svg, SVG_VIOLET, 126, 118, 206, 118);
    svg_text(svg, SVG_INK, SVG_MIDDLE, 162, 108, "im2col");
    m = (SvgMatrix){.x = 270, .y = 62, .cell = 28, .kind = SVG_BLUE, .format = "%.0f", .high = 30};
    m.row_labels = rows, m.column_labels = windows, m.title = "columns (8, 4)";
    svg_matrix(svg, tensor_slice(matrix, 0, 0, 4, 1), m);
    m.y += 4 * 28, m.kind = SVG_AMBER, m.row_labels = rows + 4;
    m.column_labels = NULL, m.title = NULL;
    svg_matrix(svg, tensor_slice(matrix, 0, 4, 8, 1), m);
    frame(svg, SVG_VIOLET, m, -4, 1, 8, 1);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 230, 303, "a row: channel, row, column in the kernel;");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 230, 318, "a column: a window");
    svg_arrow(svg, SVG_GREEN, 392, 118, 482, 118);
    svg_text(svg, SVG_INK, SVG_MIDDLE, 437, 108, "col2im");
    svg_text(svg, SVG_INK, SVG_MIDDLE, 437, 136, "of ones");
    m = (SvgMatrix){.x = 496, .y = 62, .cell = 28, .kind = SVG_GREEN, .format = "%.0f", .high = 6};
    m.title = "in how many columns";
    svg_matrix(svg, plane(count, 0), m);
    return svg_close(svg);
}

/* ---- edges: a digit, seen by three kernels --------------------------------------------------------------------- */

enum { SIDE = 28 };

static double distance_to(double x, double y, const double a[2], const double b[2])
{
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double t = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy);
    t = fmin(fmax(t, 0), 1);
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/* A five, drawn with a pen. */
static Tensor *digit(void)
{
    static const double pen[][2] = {{.72, .15}, {.3, .15}, {.28, .46}, {.55, .42},
                                    {.74, .58}, {.7, .78}, {.5, .87},  {.26, .8}};
    Tensor *x = tensor_new(SHAPE(1, 1, SIDE, SIDE));
    for (int i = 0; i < SIDE * SIDE; i++) {
        double nearest = 1;
        for (int k = 0; k + 1 < 8; k++)
            nearest = fmin(nearest, distance_to((i % SIDE + 0.5) / SIDE, (i / SIDE + 0.5) / SIDE,
                                                pen[k], pen[k + 1]));
        x->data[i] = (real)fmin(fmax(1.8 - nearest * 28, 0), 1);
    }
    return x;
}

/* svg_matrix without the cells that nobody sees. */
static void map(Svg *svg, Tensor *t, double x, double y, double cell, SvgKind kind)
{
    double high = 0;
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        high = fmax(high, fabs((double)tensor_get(t, AT(i / t->shape[1], i % t->shape[1]))));
    for (long i = 0; i < t->shape[0]; i++)
        for (long j = 0; j < t->shape[1]; j++) {
            double v = (double)tensor_get(t, AT(i, j));
            if (fabs(v) > high / 25)
                svg_cell(svg, v < 0 ? SVG_RED : kind, x + cell * (double)j, y + cell * (double)i,
                         cell, cell, fabs(v) / high);
        }
    svg_box(svg, SVG_FAINT, x, y, cell * (double)t->shape[1], cell * (double)t->shape[0], 0);
}

static int edges(const char *path)
{
    static const char *const said[] = {"left and right edges", "upper and lower edges", "blur"};
    const Window same = {.padding = {1, 1}};
    Tensor *x = digit();
    Tensor *k = tensor_from(SHAPE(3, 1, 3, 3), VALUES(-1, 0, 1, -2, 0, 2, -1, 0, 1, -1, -2, -1, 0,
                                                      0, 0, 1, 2, 1, 1, 2, 1, 2, 4, 2, 1, 2, 1));
    Tensor *y = convolved(x, k, same);
    Svg *svg = svg_open(path, 720, 275,
                        "A drawn five, and what three kernels make of it: one finds left and right "
                        "edges, one upper and lower ones, one blurs");
    if (svg == NULL)
        return -1;
    map(svg, plane(x, 0), 20, 100, 5, SVG_INK);
    svg_text(svg, SVG_INK, SVG_LEFT, 20, 260, "x: %d x %d", SIDE, SIDE);
    for (int i = 0; i < 3; i++) {
        double left = 204 + 174.0 * i;
        svg_matrix(svg, tensor_select(tensor_select(k, 0, i), 0, 0),
                   (SvgMatrix){.x = left + 35,
                               .y = 14,
                               .cell = 23,
                               .kind = SVG_GREEN,
                               .format = "%.0f",
                               .high = 5});
        map(svg, plane(y, i), left, 100, 5, SVG_GREEN);
        svg_text(svg, SVG_INK, SVG_LEFT, left, 260, "%s", said[i]);
    }
    return svg_close(svg);
}

/* ---- fields: which numbers of the image one number behind so many layers sees ------------------------------------ */

typedef struct {
    long kernel;
    bool pool;
} Step;

/* The gradient of one number behind n steps, with weights of 1: on how many ways each number of the image reaches it.
 * side: that of the square in which it is not 0, which is cut out. */
static Tensor *field(const Step *steps, int n, long *side)
{
    Tensor *x = tensor_requires_grad(tensor_zeros(SHAPE(1, 1, 40, 40))), *y = x;
    for (int i = 0; i < n; i++) {
        long k = steps[i].kernel;
        y = steps[i].pool ? tensor_avg_pool2d(y, (Window){.kernel = {k, k}}, false)
                          : tensor_conv2d(y, tensor_ones(SHAPE(1, 1, k, k)), NULL,
                                          (Window){.kernel = {k, k}}, 1);
    }
    Tensor *seed = tensor_zeros(4, y->shape);
    long middle = y->shape[2] / 2;
    seed->data[middle * y->shape[3] + middle] = 1;
    tensor_backward_from(y, seed, false);
    Tensor *ways = plane(x->grad, 0);
    long first = 40, last = 0;
    for (long i = 0; i < 40; i++)
        for (long j = 0; j < 40; j++)
            if (tensor_get(ways, AT(i, j)) != 0) {
                first = i < first ? i : first;
                last = i;
            }
    *side = last - first + 1;
    return tensor_slice(tensor_slice(ways, 0, first, last + 1, 1), 1, first, last + 1, 1);
}

/* Behind 1, 2, 3 and 4 of the steps, each in the middle of a square of so many pixels. */
static void row_of_fields(Svg *svg, double y, double square, double cell, const Step *steps)
{
    for (int n = 1; n <= 4; n++) {
        long side;
        Tensor *ways = field(steps, n, &side);
        double x = 20 + 176.0 * (n - 1), free = (square - cell * (double)side) / 2;
        svg_text(svg, SVG_INK, SVG_LEFT, x, y - 10, "%d. %s %ld: %ld x %ld", n,
                 steps[n - 1].pool ? "pool" : "conv", steps[n - 1].kernel, side, side);
        map(svg, ways, x + free, y + free, cell, SVG_VIOLET);
    }
}

static int fields(const char *path)
{
    const Step lenet[] = {{5, false}, {2, true}, {5, false}, {2, true}};
    const Step deep[] = {{3, false}, {3, false}, {3, false}, {3, false}};
    Svg *svg = svg_open(path, 720, 355,
                        "How many numbers of the image one number sees: behind one to four "
                        "convolutions of 3 x 3, and behind LeNet's convolutions and pools");
    if (svg == NULL)
        return -1;
    row_of_fields(svg, 36, 117, 13, deep);
    row_of_fields(svg, 196, 144, 9, lenet);
    return svg_close(svg);
}

/* ---- max_pool: forward the largest, backward to where it stood ------------------------------------------------------ */

static int max_pool(const char *path)
{
    Tensor *x = tensor_requires_grad(small_numbers(SHAPE(1, 1, 4, 4), 6, 7));
    Tensor *y = tensor_max_pool2d(x, (Window){.kernel = {2, 2}});
    Tensor *dy = tensor_from(SHAPE(1, 1, 2, 2), VALUES(10, 20, 30, 40));
    tensor_backward_from(y, dy, false);
    Svg *svg = svg_open(path, 720, 210,
                        "A max pool of 2 x 2: forward each window gives its largest number, "
                        "backward its gradient goes to where that stood, and to no other");
    if (svg == NULL)
        return -1;
    SvgMatrix m = {.y = 50, .cell = 34, .format = "%.0f"};
    Tensor *t[] = {plane(x, 0), plane(y, 0), plane(dy, 0), plane(x->grad, 0)};
    static const char *const title[] = {"x", "y: the largest", "dy", "dx"};
    static const double left[] = {20, 206, 380, 520};
    for (int i = 0; i < 4; i++) {
        m.x = left[i], m.y = i == 1 || i == 2 ? 84 : 50;
        m.kind = i < 2 ? SVG_BLUE : SVG_GREEN, m.title = title[i], m.high = i < 2 ? 9 : 60;
        svg_matrix(svg, t[i], m);
        for (int k = 0; k < 4 && (i == 0 || i == 3); k++)
            svg_box(svg, SVG_INK, m.x + 68 * (k % 2) - 0.5, m.y + 68 * (k / 2) - 0.5, 68, 68, 0);
    }
    svg_arrow(svg, SVG_BLUE, 162, 118, 198, 118);
    svg_arrow(svg, SVG_GREEN, 456, 118, 512, 118);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 206, 172, "remembered: where it stood;");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 206, 187, "of equals, the first");
    return svg_close(svg);
}

const LessonPicture pictures_of_09[] = {
    {"09_convolutions/window", window},     {"09_convolutions/columns", columns},
    {"09_convolutions/edges", edges},       {"09_convolutions/fields", fields},
    {"09_convolutions/max_pool", max_pool}, {NULL, NULL}};
