/* max_want.c - largest numbers and their places, right and with each of the mistakes people make. */
#include "want.h"

/* ---- 09.7 max_pool2d_kernel ------------------------------------------------------------------------------ */

typedef enum {
    RIGHT,
    PADS_WITH_0,
    FROM_ZERO,
    SMALLEST,
    ABSOLUTE,
    FIRST,
    LAST_OF_EQUALS,
    NAN_LOSES,
    LAST_NAN,
    ABOVE_NOTHING,
    AS_IT_LIES,
    IN_WINDOW, /* from here on only places are wrong */
    OF_RESULT,
    IN_TENSOR,
    BY_COLUMNS,
    WIDTH_OF_RESULT,
    IN_PADDED,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [PADS_WITH_0] = "the padding took part as 0 and won over negative numbers: it is left out",
    [FROM_ZERO] =
        "the search began with 0 as the largest, which wins over negative numbers: begin with "
        "-INFINITY",
    [SMALLEST] = "the smallest number won",
    [ABSOLUTE] = "the number that is furthest from 0 won: -3 is smaller than 1",
    [FIRST] = "the first number of each window was taken: look at all of them",
    [LAST_OF_EQUALS] = "of equals the last one won: only a larger number takes over",
    [NAN_LOSES] = "NaN lost: every comparison with it is false, so ask for it, isnan(next)",
    [LAST_NAN] = "of several NaN the last one won: the first one stays",
    [ABOVE_NOTHING] = "of a window of nothing but -INFINITY no number was taken: its first number "
                      "takes over whatever it is, and gets the gradient",
    [AS_IT_LIES] = "x is a view, and was read as if its numbers lay row by row: tensor_get, or its "
                   "strides",
    [IN_WINDOW] = "the place was counted in the window: it is row * W + column of the plane",
    [OF_RESULT] =
        "this is the place of the window in the result: where in x does the largest stand?",
    [IN_TENSOR] = "the place was counted from the first image on: each plane begins with 0",
    [BY_COLUMNS] = "row and column have changed places: row * W + column",
    [WIDTH_OF_RESULT] = "the row was multiplied by the width of the result: by W, the width of x",
    [IN_PADDED] = "the place was counted with the padding around the plane: the image begins at 0",
};

typedef struct {
    double value;
    long row, column, i, j; /* row -1: nothing is there */
} Found;

/* NaN takes over from numbers, in most cases from the first. */
static bool wins(double next, double best, Slip slip)
{
    if (slip == NAN_LOSES)
        return next > best;
    if (slip == LAST_NAN && isnan(next))
        return true;
    if (isnan(next) || isnan(best))
        return !isnan(best);
    switch (slip) {
    case SMALLEST:
        return next < best;
    case ABSOLUTE:
        return fabs(next) > fabs(best);
    case FIRST:
        return false;
    case LAST_OF_EQUALS:
        return next >= best;
    default:
        return next > best;
    }
}

static Found find(const Tensor *x, const Window *w, const long k[4], Slip slip, Place how)
{
    Found best = {slip == FROM_ZERO ? 0 : -INFINITY, -1, -1, 0, 0};
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++) {
            long row = plain_place(w, 0, k[2], i, how), column = plain_place(w, 1, k[3], j, how);
            if (!inside(x, row, column) && slip != PADS_WITH_0)
                continue;
            double next = slip == AS_IT_LIES
                              ? (double)*number_of((Tensor *)x, k[0], k[1], row, column)
                              : pixel(x, k[0], k[1], row, column);
            if ((best.row < 0 && slip != FROM_ZERO && slip != PADS_WITH_0 &&
                 slip != ABOVE_NOTHING) ||
                wins(next, best.value, slip))
                best = (Found){next, row, column, i, j};
        }
    return best;
}

static double place_of(const Tensor *x, const Window *w, const long k[4], const long out[2],
                       Found f, Slip slip)
{
    long H = x->shape[2], W = x->shape[3];
    if (f.row < 0 && slip != PADS_WITH_0)
        return -1;
    switch (slip) {
    case IN_WINDOW:
        return (double)(f.i * w->kernel[1] + f.j);
    case OF_RESULT:
        return (double)(k[2] * out[1] + k[3]);
    case IN_TENSOR:
        return (double)(((k[0] * x->shape[1] + k[1]) * H + f.row) * W + f.column);
    case BY_COLUMNS:
        return (double)(f.column * H + f.row);
    case WIDTH_OF_RESULT:
        return (double)(f.row * out[1] + f.column);
    case IN_PADDED:
        return (double)((f.row + w->padding[0]) * (W + 2 * w->padding[1]) + f.column +
                        w->padding[1]);
    default:
        return (double)(f.row * W + f.column);
    }
}

static Tensor *pooled(const Tensor *x, Window w, bool places, Slip slip, Place how)
{
    long out[2] = {plain_out(x->shape[2], &w, 0), plain_out(x->shape[3], &w, 1)};
    Tensor *y = blank(SHAPE(x->shape[0], x->shape[1], out[0], out[1]));
    for (long b = 0; b < y->shape[0]; b++)
        for (long c = 0; c < y->shape[1]; c++)
            for (long r = 0; r < out[0]; r++)
                for (long s = 0; s < out[1]; s++) {
                    long k[4] = {b, c, r, s};
                    Found f = find(x, &w, k, slip, how);
                    *number_of(y, b, c, r, s) =
                        (real)(places ? place_of(x, &w, k, out, f, slip) : f.value);
                }
    return y;
}

/* Does x hold what it takes to see this? */
static bool shows(const Tensor *x, const Window *w, bool places, Slip slip)
{
    long equals = 0, nans = 0;
    for (long i = 0, n = x->shape[0] * x->shape[1] * x->shape[2] * x->shape[3]; i < n; i++) {
        nans += isnan(x->data[i]);
        equals += i > 0 && x->data[i] == x->data[i - 1];
    }
    bool in_tensor = x->shape[0] * x->shape[1] > 1;
    bool padded = w->padding[0] + w->padding[1] > 0;
    if (nans > 0)
        return slip == NAN_LOSES || slip == LAST_NAN;
    if (equals > 0)
        return slip == LAST_OF_EQUALS || (slip == ABOVE_NOTHING && places);
    return slip == AS_IT_LIES                                ? x->stride[3] != 1
           : slip == PADS_WITH_0                             ? padded && !places
           : slip == FROM_ZERO                               ? !places
           : slip == IN_PADDED                               ? padded && places
           : slip == IN_TENSOR                               ? in_tensor && places
           : slip >= LAST_OF_EQUALS && slip <= ABOVE_NOTHING ? false
           : slip >= IN_WINDOW                               ? places
                                                             : true;
}

static Tensor *want(const Tensor *x, Window w, bool places)
{
    w = plain_filled(w, true);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(x, &w, places, slip))
            MISTAKE(pooled(x, w, places, slip, IN_PLACE), said[slip]);
    for (Place how = 1; how < PLACES; how++)
        if (place_shows(&w, how))
            MISTAKE(pooled(x, w, places, RIGHT, how), said_of_place[how]);
    return pooled(x, w, places, RIGHT, IN_PLACE);
}

Tensor *largest_want(const Tensor *x, Window w)
{
    return want(x, w, false);
}

Tensor *places_want(const Tensor *x, Window w)
{
    return want(x, w, true);
}

/* ---- 09.8 max_pool2d_backward_kernel ----------------------------------------------------------------------- */

typedef enum {
    ADDED,
    OVERWRITTEN,
    CLEARED,
    TURNED,
    RESULTS_WIDTH,
    ONE_PLANE,
    DY_BY_PLACE,
    BACKS
} Back;

static const char *const said_back[BACKS] = {
    [OVERWRITTEN] = "a number that won several times kept only the last of its shares: they add up",
    [CLEARED] = "dx was set to 0 first: what it holds stays, and dy is added",
    [TURNED] = "row and column have changed places: row = place / W, column = place % W",
    [RESULTS_WIDTH] = "the place was taken apart with the width of dy: W is dx->shape[3]",
    [ONE_PLANE] = "every plane's gradient went into plane 0: a place counts in a plane of its own",
    [DY_BY_PLACE] =
        "each gradient went to the place of its window: index says where the largest stood",
};

static void hand_back(Tensor *dx, const Tensor *dy, const IntTensor *index, const long k[4],
                      Back back)
{
    const long *n = dy->shape;
    long place = index->data[((k[0] * n[1] + k[1]) * n[2] + k[2]) * n[3] + k[3]];
    if (place < 0)
        return;
    long W = back == RESULTS_WIDTH ? n[3] : dx->shape[3], area = dx->shape[2] * dx->shape[3];
    long row = place / W, column = place % W, plane = k[0] * n[1] + k[1];
    long at_place = row * dx->shape[3] + column;
    if (back == TURNED)
        at_place = (column % dx->shape[2]) * dx->shape[3] + row;
    if (back == DY_BY_PLACE)
        at_place = k[2] * dx->shape[3] + k[3];
    if (at_place >= area)
        return;
    real *to = dx->data + (back == ONE_PLANE ? 0 : plane) * area + at_place;
    *to = (real)((back == OVERWRITTEN ? 0 : (double)*to) + at(dy, 4, k));
}

static Tensor *winners(const Tensor *dx, const Tensor *dy, const IntTensor *index, Back back)
{
    Tensor *t = back == CLEARED ? blank(dx->ndim, dx->shape) : copy_of(dx);
    for (long b = 0; b < dy->shape[0]; b++)
        for (long c = 0; c < dy->shape[1]; c++)
            for (long r = 0; r < dy->shape[2]; r++)
                for (long s = 0; s < dy->shape[3]; s++)
                    hand_back(t, dy, index, (long[]){b, c, r, s}, back);
    return t;
}

Tensor *winners_want(const Tensor *dx, const Tensor *dy, const IntTensor *index)
{
    for (Back back = 1; back < BACKS; back++)
        MISTAKE(winners(dx, dy, index, back), said_back[back]);
    return winners(dx, dy, index, ADDED);
}
