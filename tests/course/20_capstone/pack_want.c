/* pack_want.c - the bytes of a tensor, and those that people write. */
#include "want.h"

enum { BEHIND = 4, UNTOUCHED = 0x5C };

static long numbers(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

long tensor_bytes_want(const Tensor *t)
{
    long n = numbers(t), C = t->shape[t->ndim - 1], R = t->shape[0];
    if (t->ndim == 2) {
        MISTAKE_NUMBER(4 * C + n, "the letter is not counted: it is a byte, too");
        MISTAKE_NUMBER(1 + n, "codes alone can not be read: the scales are bytes, too");
        MISTAKE_NUMBER(1 + 4 * R + n, "a scale for each row was counted: each column has one");
        MISTAKE_NUMBER(1 + 4 + n, "one scale was counted: each column has one");
        MISTAKE_NUMBER(1 + C + n, "a scale is a float: 4 bytes, not 1");
        MISTAKE_NUMBER(1 + 8 * C + n, "a scale is a float of 4 bytes, whatever a real has");
        MISTAKE_NUMBER(1 + 4 * n, "that is a matrix of floats: its codes have one byte each");
        MISTAKE_NUMBER(1 + 4 * C + 4 * n, "codes have one byte each, not 4");
        return 1 + 4 * C + n;
    }
    MISTAKE_NUMBER(4 * n, "the letter is not counted: it is a byte, too");
    MISTAKE_NUMBER(1 + n,
                   "these are no codes: only matrices have codes, what else there is are floats");
    MISTAKE_NUMBER(1 + 8 * n, "a float of an artefact has 4 bytes, whatever a real has");
    MISTAKE_NUMBER(1 + 4 * C + n, "only what has two axes is a matrix: these are floats");
    return 1 + 4 * n;
}

long packed_bytes_want(const Tensor *t)
{
    long n = numbers(t), C = t->shape[t->ndim - 1];
    return t->ndim == 2 ? 1 + 4 * C + n : 1 + 4 * n;
}

/* ---- a matrix ---------------------------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    ONE_SCALE,
    LARGEST_NOT_ABSOLUTE,
    BY_128,
    CUT,
    CUT_REAL,
    COLUMN_BY_COLUMN,
    CODES_FIRST,
    PIECES_OF_R,
    OFFSET_128,
    SCALES_INVERTED,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ONE_SCALE] = "all columns have the scale of the whole matrix: each has its own",
    [LARGEST_NOT_ABSOLUTE] =
        "the scale is the largest number over 127: that of largest magnitude counts",
    [BY_128] = "scales are max |x| / 128: 127 is the largest code",
    [CUT] = "codes were cut off towards 0: the nearest is meant",
    [CUT_REAL] = "codes were cut off towards 0: the nearest is meant",
    [COLUMN_BY_COLUMN] = "the codes lie column by column: they lie row by row, behind all scales",
    [CODES_FIRST] = "the codes stand in front of the scales: scales come first",
    [PIECES_OF_R] =
        "a column was taken for R numbers that lie side by side: its numbers lie C apart",
    [OFFSET_128] = "128 was added to each code: they are int8_t, and code 0 is the byte 0",
    [SCALES_INVERTED] = "the scales are 127 / max |x|: a number is its scale times its code",
};

/* Number i of column j, as a slip sees it; as a float, which codes are made of. */
static double number_of(const Tensor *t, long i, long j, Slip slip)
{
    long R = t->shape[0], C = t->shape[1];
    real x = t->data[slip == PIECES_OF_R ? j * R + i : i * C + j];
    return slip == CUT_REAL ? (double)x : (double)(float)x;
}

static double scale_of(const Tensor *t, long j, Slip slip)
{
    double largest = 0, positive = 0;
    for (long c = 0; c < t->shape[1]; c++)
        for (long i = 0; i < t->shape[0] && (c == j || slip == ONE_SCALE); i++) {
            double x = number_of(t, i, c, slip);
            largest = fmax(largest, fabs(x));
            positive = fmax(positive, x);
        }
    if (slip == LARGEST_NOT_ABSOLUTE)
        largest = positive;
    return (double)(float)(largest / (slip == BY_128 ? 128 : 127));
}

static int code_of(double x, double scale, Slip slip)
{
    if (scale == 0)
        return 0;
    double exact = x / scale, code = slip == CUT || slip == CUT_REAL ? trunc(exact) : rint(exact);
    return (int)fmax(fmin(code, 127), -127) + (slip == OFFSET_128 ? 128 : 0);
}

static Tensor *matrix_bytes(const Tensor *t, Slip slip)
{
    long R = t->shape[0], C = t->shape[1], n = 1 + 4 * C + R * C;
    unsigned char *bytes = scope_alloc(scope_current(), (size_t)n);
    unsigned char *scales = bytes + 1 + (slip == CODES_FIRST ? R * C : 0);
    unsigned char *codes = bytes + 1 + (slip == CODES_FIRST ? 0 : 4 * C);
    bytes[0] = 'Q';
    for (long j = 0; j < C; j++) {
        double scale = scale_of(t, j, slip == CUT_REAL ? RIGHT : slip);
        artefact_put_float(scales + 4 * j, (float)(slip == SCALES_INVERTED ? 1 / scale : scale));
        for (long i = 0; i < R; i++)
            codes[slip == COLUMN_BY_COLUMN ? j * R + i : i * C + j] =
                (unsigned char)code_of(number_of(t, i, j, slip), scale, slip);
    }
    Tensor *out = blank(SHAPE(n + BEHIND));
    for (long i = 0; i < n + BEHIND; i++)
        out->data[i] = (real)(i < n ? bytes[i] : UNTOUCHED);
    return out;
}

/* ---- floats ------------------------------------------------------------------------------------------------ */

static Tensor *float_bytes(const Tensor *t, char letter, bool reversed)
{
    long n = 1 + 4 * numbers(t);
    unsigned char number[4];
    Tensor *out = blank(SHAPE(n + BEHIND));
    out->data[0] = (real)letter;
    for (long i = 1; i < n; i++) {
        artefact_put_float(number, (float)t->data[(i - 1) / 4]);
        out->data[i] = (real)number[reversed ? 3 - (i - 1) % 4 : (i - 1) % 4];
    }
    for (long i = n; i < n + BEHIND; i++)
        out->data[i] = (real)UNTOUCHED;
    return out;
}

Tensor *packed_want(const Tensor *t)
{
    if (t->ndim == 2) {
        for (Slip slip = ONE_SCALE; slip < SLIPS; slip++)
            MISTAKE(matrix_bytes(t, slip), said[slip]);
        Tensor *wrong_letter = matrix_bytes(t, RIGHT);
        wrong_letter->data[0] = 'F';
        MISTAKE(wrong_letter, "the letter of a matrix is 'Q'");
        return matrix_bytes(t, RIGHT);
    }
    MISTAKE(float_bytes(t, 'Q', false), "the letter of what is no matrix is 'F'");
    MISTAKE(float_bytes(t, 'F', true), "the bytes of a float come least first: artefact_put_float");
    return float_bytes(t, 'F', false);
}
