/* columns_want.c - windows as columns and back, right and with each of the mistakes people make. */
#include "want.h"

/* ---- 09.2 im2col_kernel ----------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    CHANNELS_LAST, /* rows in the order (i, j, c) */
    KERNEL_TURNED, /* (c, j, i) */
    FLIPPED,       /* the last place of the kernel first */
    BY_COLUMNS,    /* windows in the order (s, r) */
    EDGE_REPEATED,
    FIRST_LOST, /* row 0 and column 0 taken for padding */
    ONE_CHANNEL,
    ONE_IMAGE,
    AS_IT_LIES, /* strides of a view not used */
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [CHANNELS_LAST] =
        "the rows are in the order (i, j, c): a weight is (C, KH, KW), so c comes first",
    [KERNEL_TURNED] =
        "rows and columns of the kernel have changed places: j is the innermost, as in "
        "a weight (C, KH, KW)",
    [FLIPPED] = "the kernel is flipped: i and j run the same way in the weight and in the image",
    [BY_COLUMNS] = "the windows are in the order (s, r): they go row by row, as the result lies",
    [EDGE_REPEATED] = "the padding repeats the pixel at the edge: it is 0",
    [FIRST_LOST] = "row 0 and column 0 were taken for padding: the image begins at 0",
    [ONE_CHANNEL] = "every row was read from channel 0",
    [ONE_IMAGE] = "every image's columns were read from image 0",
    [AS_IT_LIES] = "x is a view, and was read as if its numbers lay row by row: tensor_get, or its "
                   "strides",
};

static long clamp(long i, long n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

static double seen(const Tensor *x, long b, long c, long row, long column, Slip slip)
{
    if (slip == EDGE_REPEATED)
        return at(x, AT(b, c, clamp(row, x->shape[2]), clamp(column, x->shape[3])));
    if (slip == FIRST_LOST && (row == 0 || column == 0))
        return 0;
    if (slip == AS_IT_LIES)
        return inside(x, row, column) ? (double)*number_of((Tensor *)x, b, c, row, column) : 0;
    return pixel(x, slip == ONE_IMAGE ? 0 : b, slip == ONE_CHANNEL ? 0 : c, row, column);
}

/* Where row (c, i, j), window (r, s) of image b is in the columns. */
static long place_in_columns(const Tensor *x, const Window *w, const long out[2], const long k[6],
                             Slip slip)
{
    long C = x->shape[1], KH = w->kernel[0], KW = w->kernel[1];
    long c = k[1], i = k[2], j = k[3], r = k[4], s = k[5];
    if (slip == FLIPPED) {
        i = KH - 1 - i;
        j = KW - 1 - j;
    }
    long row = slip == CHANNELS_LAST   ? (i * KW + j) * C + c
               : slip == KERNEL_TURNED ? (c * KW + j) * KH + i
                                       : (c * KH + i) * KW + j;
    long window = slip == BY_COLUMNS ? s * out[0] + r : r * out[1] + s;
    return (k[0] * C * KH * KW + row) * out[0] * out[1] + window;
}

/* Counts k up from b = 0 to the last column of the last window: b, c, i, j, r, s. */
static bool next_of(long k[6], const Tensor *x, const Window *w, const long out[2])
{
    const long size[6] = {x->shape[0], x->shape[1], w->kernel[0], w->kernel[1], out[0], out[1]};
    for (int d = 5; d >= 0; d--) {
        if (++k[d] < size[d])
            return true;
        k[d] = 0;
    }
    return false;
}

static Tensor *columns_with(const Tensor *x, Window w, Slip slip, Place how)
{
    long out[2] = {plain_out(x->shape[2], &w, 0), plain_out(x->shape[3], &w, 1)}, k[6] = {0};
    Tensor *columns =
        blank(SHAPE(x->shape[0], x->shape[1] * w.kernel[0] * w.kernel[1], out[0] * out[1]));
    do
        columns->data[place_in_columns(x, &w, out, k, slip)] =
            (real)seen(x, k[0], k[1], plain_place(&w, 0, k[4], k[2], how),
                       plain_place(&w, 1, k[5], k[3], how), slip);
    while (next_of(k, x, &w, out));
    return columns;
}

static bool is_view(const Tensor *x)
{
    return x->stride[3] != 1;
}

Tensor *columns_want(const Tensor *x, Window w)
{
    w = plain_filled(w, false);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (slip != AS_IT_LIES || is_view(x))
            MISTAKE(columns_with(x, w, slip, IN_PLACE), said[slip]);
    for (Place how = 1; how < PLACES; how++)
        if (place_shows(&w, how))
            MISTAKE(columns_with(x, w, RIGHT, how), said_of_place[how]);
    return columns_with(x, w, RIGHT, IN_PLACE);
}

/* ---- 09.3 col2im_kernel -------------------------------------------------------------------------------- */

typedef enum {
    ADDED,
    OVERWRITTEN,
    CLEARED,     /* dx set to 0 first */
    OUT_OF_STEP, /* what was read in the padding is not skipped */
    SUBTRACTED,
    VIEW_AS_IT_LIES,
    BACKS
} Back;

static const char *const said_back[BACKS] = {
    [OVERWRITTEN] = "a pixel kept only the last number that came back to it: windows overlap, so "
                    "what comes back is added",
    [CLEARED] = "dx was set to 0 first: what it holds stays, and the columns are added",
    [OUT_OF_STEP] = "the columns are out of step with the pixels: a number that was read in the "
                    "padding is dropped, and the next one comes",
    [SUBTRACTED] = "the numbers were taken off: they are added",
    [VIEW_AS_IT_LIES] = "dx is a view, and was written as if its numbers lay row by row: use its "
                        "strides",
};

static Tensor *pixels_with(const Tensor *dx, const Tensor *columns, Window w, Slip slip, Place how,
                           Back back)
{
    long out[2] = {plain_out(dx->shape[2], &w, 0), plain_out(dx->shape[3], &w, 1)}, k[6] = {0};
    Tensor *t = back == CLEARED ? blank(dx->ndim, dx->shape) : copy_of(dx);
    long used = 0;
    do {
        long row = plain_place(&w, 0, k[4], k[2], how),
             column = plain_place(&w, 1, k[5], k[3], how);
        if (!inside(dx, row, column) || (slip == FIRST_LOST && (row == 0 || column == 0)))
            continue;
        long from = back == OUT_OF_STEP ? used++ : place_in_columns(dx, &w, out, k, slip);
        real *to =
            number_of(t, slip == ONE_IMAGE ? 0 : k[0], slip == ONE_CHANNEL ? 0 : k[1], row, column);
        double d = (double)columns->data[from];
        *to = (real)(back == OVERWRITTEN  ? d
                     : back == SUBTRACTED ? (double)*to - d
                                          : (double)*to + d);
    } while (next_of(k, dx, &w, out));
    return t;
}

/* A view is written through its base: what was meant for place n of a plane lies where the view's n-th number does. */
static Tensor *written_as_it_lies(const Tensor *dx, const Tensor *columns, Window w)
{
    Tensor *right = pixels_with(dx, columns, w, RIGHT, IN_PLACE, CLEARED);
    Tensor *t = copy_of(dx);
    long W = dx->shape[3], area = dx->shape[2] * W, H = dx->shape[2];
    for (long i = 0; i < H * W * dx->shape[0] * dx->shape[1]; i++) {
        long plane = i / area, place = i % area;
        t->data[plane * area + place % H * W + place / H] += right->data[i];
    }
    return t;
}

Tensor *pixels_want(const Tensor *dx, const Tensor *columns, Window w)
{
    w = plain_filled(w, false);
    for (Back back = 1; back < VIEW_AS_IT_LIES; back++)
        MISTAKE(pixels_with(dx, columns, w, RIGHT, IN_PLACE, back), said_back[back]);
    if (is_view(dx))
        MISTAKE(written_as_it_lies(dx, columns, w), said_back[VIEW_AS_IT_LIES]);
    for (Slip slip = 1; slip < AS_IT_LIES; slip++)
        if (slip != EDGE_REPEATED)
            MISTAKE(pixels_with(dx, columns, w, slip, IN_PLACE, ADDED), said[slip]);
    for (Place how = 1; how < PLACES; how++)
        if (place_shows(&w, how))
            MISTAKE(pixels_with(dx, columns, w, RIGHT, how, ADDED), said_of_place[how]);
    return pixels_with(dx, columns, w, RIGHT, IN_PLACE, ADDED);
}

static long tensor_count(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

static double dot(const Tensor *a, const Tensor *b)
{
    double sum = 0;
    for (long i = 0; i < tensor_count(a); i++)
        sum += (double)a->data[i] * (double)b->data[i];
    return sum;
}

double product_want(const Tensor *x, const Tensor *columns, Window w)
{
    w = plain_filled(w, false);
    Tensor *zeros = blank(x->ndim, x->shape), *flat = copy_of(x);
    for (Slip slip = 1; slip < AS_IT_LIES; slip++)
        if (slip != EDGE_REPEATED)
            MISTAKE_NUMBER(dot(flat, pixels_with(zeros, columns, w, slip, IN_PLACE, ADDED)),
                           said[slip]);
    for (Back back = 1; back < VIEW_AS_IT_LIES; back++)
        if (back != CLEARED)
            MISTAKE_NUMBER(dot(flat, pixels_with(zeros, columns, w, RIGHT, IN_PLACE, back)),
                           said_back[back]);
    for (Place how = 1; how < PLACES; how++)
        if (place_shows(&w, how))
            MISTAKE_NUMBER(dot(flat, pixels_with(zeros, columns, w, RIGHT, how, ADDED)),
                           said_of_place[how]);
    return dot(columns_with(x, w, RIGHT, IN_PLACE), columns);
}
