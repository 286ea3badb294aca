/* avg_want.c - means under windows, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    SUM,
    OTHER_COUNT, /* count_padding the other way round */
    ROWS_ONLY,   /* divided by KH */
    ROWS_INSIDE, /* rows that lie inside times KW */
    EDGE_REPEATED,
    AS_IT_LIES,
    SLIPS
} Slip;

static const char *said_of(Slip slip, bool count_padding)
{
    static const char *const said[SLIPS] = {
        [SUM] = "this is the sum: divide it by how many numbers there are",
        [ROWS_ONLY] = "divided by the rows of the kernel: it has KH KW numbers",
        [ROWS_INSIDE] =
            "columns in the padding were counted: neither rows nor columns outside of the "
            "image are",
        [EDGE_REPEATED] = "the padding repeats the number at the edge: it is 0",
        [AS_IT_LIES] =
            "x is a view, and was read as if its numbers lay row by row: tensor_get, or its "
            "strides",
    };
    if (slip == OTHER_COUNT)
        return count_padding
                   ? "divided by how many numbers lie in the image: with count_padding the "
                     "zeros of the padding count, KH KW"
                   : "divided by KH KW: without count_padding only numbers in the image count";
    return said[slip];
}

static long clamp(long i, long n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

static double mean_of(const Tensor *x, const Window *w, const long k[4], bool count_padding,
                      Slip slip, Place how)
{
    double sum = 0;
    long n = 0, rows = 0;
    for (long i = 0; i < w->kernel[0]; i++) {
        long row = plain_place(w, 0, k[2], i, how);
        rows += row >= 0 && row < x->shape[2];
        for (long j = 0; j < w->kernel[1]; j++) {
            long column = plain_place(w, 1, k[3], j, how);
            bool in = inside(x, row, column);
            n += in;
            if (slip == EDGE_REPEATED)
                sum += at(x, AT(k[0], k[1], clamp(row, x->shape[2]), clamp(column, x->shape[3])));
            else if (slip == AS_IT_LIES && in)
                sum += (double)*number_of((Tensor *)x, k[0], k[1], row, column);
            else if (in)
                sum += pixel(x, k[0], k[1], row, column);
        }
    }
    long all = w->kernel[0] * w->kernel[1];
    bool count_all = count_padding != (slip == OTHER_COUNT);
    long count = slip == SUM           ? 1
                 : slip == ROWS_ONLY   ? w->kernel[0]
                 : slip == ROWS_INSIDE ? rows * w->kernel[1]
                 : count_all           ? all
                                       : n;
    return count == 0 ? 0 : sum / (double)count;
}

static Tensor *means(const Tensor *x, Window w, bool count_padding, Slip slip, Place how)
{
    Tensor *y = blank(SHAPE(x->shape[0], x->shape[1], plain_out(x->shape[2], &w, 0),
                            plain_out(x->shape[3], &w, 1)));
    for (long b = 0; b < y->shape[0]; b++)
        for (long c = 0; c < y->shape[1]; c++)
            for (long r = 0; r < y->shape[2]; r++)
                for (long s = 0; s < y->shape[3]; s++)
                    *number_of(y, b, c, r, s) =
                        (real)mean_of(x, &w, (long[]){b, c, r, s}, count_padding, slip, how);
    return y;
}

static bool shows(const Tensor *x, const Window *w, bool count_padding, Slip slip)
{
    bool padded = w->padding[0] + w->padding[1] > 0;
    return slip == AS_IT_LIES                             ? x->stride[3] != 1
           : slip == OTHER_COUNT || slip == EDGE_REPEATED ? padded
           : slip == ROWS_INSIDE ? !count_padding && w->padding[1] > 0 && w->padding[0] > 0
                                 : true;
}

static double not_a_number(double x)
{
    (void)x;
    return NAN;
}

/* Windows without any number in them, 0 / 0. */
static Tensor *nan_where_nothing_is(const Tensor *x, Window w)
{
    Tensor *y = means(x, w, false, RIGHT, IN_PLACE), *ones = blank(4, x->shape);
    for (long i = 0; i < x->shape[0] * x->shape[1] * x->shape[2] * x->shape[3]; i++)
        ones->data[i] = 1;
    Tensor *filled = means(ones, w, false, RIGHT, IN_PLACE), *nan = plain_map(y, not_a_number);
    for (long i = 0; i < y->shape[0] * y->shape[1] * y->shape[2] * y->shape[3]; i++)
        if (filled->data[i] == 0)
            y->data[i] = nan->data[i];
    return y;
}

Tensor *mean_want(const Tensor *x, Window w, bool count_padding)
{
    w = plain_filled(w, true);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(x, &w, count_padding, slip))
            MISTAKE(means(x, w, count_padding, slip, IN_PLACE), said_of(slip, count_padding));
    if (!count_padding && w.padding[0] > 1)
        MISTAKE(nan_where_nothing_is(x, w), "0 / 0: a window without any number has the mean 0");
    for (Place how = 1; how < PLACES; how++)
        if (place_shows(&w, how))
            MISTAKE(means(x, w, count_padding, RIGHT, how), said_of_place[how]);
    return means(x, w, count_padding, RIGHT, IN_PLACE);
}
