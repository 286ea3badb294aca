/* matrix_want.c - a matrix of codes by loops over its columns, and what other orders and scales give. */
#include "want.h"

typedef enum {
    RIGHT,
    ROWS_FIRST,
    ROW_SCALES,
    FIRST_COLUMN,
    TENSOR_SCALE,
    COLUMN_SCALE,
    FIRST_GROUP,
    HALF_SCALE,
    FLAT,
    LAST_GROUP,
    NOTHING,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ROWS_FIRST] = "codes lie row by row, as w does: a column's codes lie side by side, for a "
                   "product reads columns",
    [ROW_SCALES] = "there is a scale for each row of w: each column has one, which can be "
                   "multiplied in behind the sum",
    [FIRST_COLUMN] = "the scale of column 0 was used for all: each has its own",
    [TENSOR_SCALE] = "one scale was used for all columns: this scheme has more of them",
    [COLUMN_SCALE] = "one scale was used for a whole column: each of its groups has one of its own",
    [FIRST_GROUP] =
        "the scale of a column's first group was used for all of it: each group has one of its own",
    [HALF_SCALE] =
        "codes were made with the scale after it had become a half float: with the one before",
    [FLAT] = "groups were cut out of all numbers as they lie in w, row by row: a group is a piece "
             "of a column",
    [LAST_GROUP] = "the last group of each column was not written: it has in / group of them",
    [NOTHING] = "nothing was written: codes and scales go into q, which is there already",
};

/* The largest |w| of rows [i, i + rows) and columns [j, j + columns). */
static double largest_of(const Tensor *w, long i, long rows, long j, long columns)
{
    double largest = 0;
    for (long r = i; r < i + rows; r++)
        for (long c = j; c < j + columns; c++)
            largest = fmax(largest, fabs(at(w, AT(r, c))));
    return largest;
}

static double scale_of(const Tensor *w, long i, long j, QuantScheme s, Slip slip)
{
    long in = w->shape[0], out = w->shape[1], group = s.group > 0 ? s.group : in;
    switch (slip) {
    case ROW_SCALES:
        return largest_of(w, i, 1, 0, out) / 127;
    case FIRST_COLUMN:
        return largest_of(w, i / group * group, group, 0, 1) / 127;
    case TENSOR_SCALE:
        return largest_of(w, 0, in, 0, out) / 127;
    case COLUMN_SCALE:
        return largest_of(w, 0, in, j, 1) / 127;
    case FIRST_GROUP:
        return largest_of(w, 0, group, j, 1) / 127;
    case HALF_SCALE:
        return (double)half_to_float(
            half_from_float((float)(largest_of(w, i / group * group, group, j, 1) / 127)));
    default:
        if (s.group == PER_TENSOR)
            return largest_of(w, 0, in, 0, out) / 127;
        return largest_of(w, i / group * group, group, j, 1) / 127;
    }
}

static Tensor *codes8(const Tensor *w, QuantScheme s, Slip slip)
{
    long in = w->shape[0], out = w->shape[1];
    Tensor *t = blank(SHAPE(out, in));
    for (long i = 0; i < in && slip != NOTHING; i++)
        for (long j = 0; j < out; j++) {
            if (slip == LAST_GROUP && i >= in - s.group)
                continue;
            double code = round(at(w, AT(i, j)) / scale_of(w, i, j, s, slip));
            t->data[slip == ROWS_FIRST ? i * out + j : j * in + i] =
                (real)fmax(-127, fmin(127, code));
        }
    return t;
}

/* ---- nibbles ------------------------------------------------------------------------------------------- */

static double furthest(const Tensor *w, long i, long j)
{
    double far = 0;
    for (long r = i; r < i + 32; r++)
        if (fabs(at(w, AT(r, j))) > fabs(far))
            far = at(w, AT(r, j));
    return far;
}

static int code4(const Tensor *w, long i, long j)
{
    return (int)fmin(15, trunc(at(w, AT(i, j)) / (furthest(w, i / 32 * 32, j) / -8) + 8.5));
}

static Tensor *codes4(const Tensor *w, bool blocks_first, bool last)
{
    long in = w->shape[0], out = w->shape[1], groups = in / 32;
    Tensor *t = blank(SHAPE(out, in / 2));
    for (long j = 0; j < out; j++)
        for (long g = 0; g < groups - !last; g++)
            for (long k = 0; k < 16; k++) {
                long place = blocks_first ? g * out + j : j * groups + g;
                t->data[place * 16 + k] =
                    (real)(code4(w, g * 32 + k, j) + 16 * code4(w, g * 32 + k + 16, j));
            }
    return t;
}

Tensor *matrix_codes_want(const Tensor *w, QuantScheme s)
{
    if (s.bits == 4) {
        MISTAKE(codes4(w, true, true),
                "the first blocks of all columns come first: a column's blocks lie side by side");
        MISTAKE(codes4(w, false, false), said[LAST_GROUP]);
        MISTAKE(blank(SHAPE(w->shape[1], w->shape[0] / 2)), said[NOTHING]);
        return codes4(w, false, true);
    }
    for (Slip slip = 1; slip < SLIPS; slip++) {
        bool groups =
            slip == COLUMN_SCALE || slip == FIRST_GROUP || slip == HALF_SCALE || slip == LAST_GROUP;
        bool per_column = slip == ROW_SCALES || slip == FIRST_COLUMN || slip == TENSOR_SCALE;
        if (slip != FLAT && (s.group > 0 || !groups) && !(s.group == PER_TENSOR && per_column))
            MISTAKE(codes8(w, s, slip), said[slip]);
    }
    if (s.group == PER_TENSOR) {
        MISTAKE(codes8(w, (QuantScheme){8, PER_COLUMN}, RIGHT),
                "each column was given a scale of its own: this scheme has one for all");
        MISTAKE(codes8(w, s, FIRST_COLUMN),
                "codes were made with the scale of column 0: the largest |w| of all columns");
    }
    return codes8(w, s, RIGHT);
}

/* ---- scales ---------------------------------------------------------------------------------------------- */

static Tensor *scales_by(const Tensor *w, QuantScheme s, Slip slip)
{
    long in = w->shape[0], out = w->shape[1];
    if (s.group <= 0) {
        Tensor *t = blank(SHAPE(s.group == PER_TENSOR ? 1 : out));
        for (long j = 0; j < t->shape[0] && slip != NOTHING; j++)
            t->data[j] = (real)(float)scale_of(w, 0, j, s, slip);
        return t;
    }
    long groups = in / s.group;
    Tensor *t = blank(SHAPE(out * groups));
    for (long j = 0; j < out && slip != NOTHING; j++)
        for (long g = 0; g < groups - (slip == LAST_GROUP); g++) {
            double scale =
                s.bits == 4 ? furthest(w, g * 32, j) / -8 : scale_of(w, g * s.group, j, s, slip);
            t->data[slip == ROWS_FIRST ? g * out + j : j * groups + g] =
                (real)half_from_float((float)scale);
        }
    return t;
}

Tensor *matrix_scales_want(const Tensor *w, QuantScheme s)
{
    MISTAKE(scales_by(w, s, NOTHING), "no scale was written: without it codes mean nothing");
    if (s.group > 0) {
        MISTAKE(scales_by(w, s, ROWS_FIRST),
                "the scales of all first groups come first: those of a column lie side by side");
        MISTAKE(scales_by(w, s, LAST_GROUP), said[LAST_GROUP]);
    }
    if (s.bits == 8 && s.group != PER_TENSOR) {
        MISTAKE(scales_by(w, s, TENSOR_SCALE), said[TENSOR_SCALE]);
        MISTAKE(scales_by(w, s, FIRST_COLUMN), said[FIRST_COLUMN]);
    }
    if (s.bits == 8 && s.group > 0) {
        MISTAKE(scales_by(w, s, COLUMN_SCALE), said[COLUMN_SCALE]);
        MISTAKE(scales_by(w, s, FIRST_GROUP), said[FIRST_GROUP]);
    }
    if (s.group == PER_TENSOR) {
        MISTAKE(values(SHAPE(1), VALUES((real)(float)(largest_of(w, 0, w->shape[0], 0, 1) / 127))),
                "that is the scale of column 0: the largest |w| of all columns");
        MISTAKE(
            values(SHAPE(1),
                   VALUES((real)(float)(largest_of(w, 0, w->shape[0], w->shape[1] - 1, 1) / 127))),
            "that is the scale of the last column: the largest |w| of all columns");
    }
    return scales_by(w, s, RIGHT);
}
