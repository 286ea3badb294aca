/* matmul_want.c - a product of codes by loops in double, and what is left out or done twice. */
#include "want.h"

typedef enum {
    RIGHT,
    NOT_QUANTIZED,
    ONE_ROW_SCALE,
    LAST_ROW_SCALE,
    NO_SCALE_X,
    NO_SCALE_W,
    SCALE_0,
    FIRST_GROUP,
    LAST_GROUP,
    NO_ZERO,
    PLUS_ZERO,
    ZERO_ONCE,
    ZERO_OF_W,
    IGNORES_INPUT,
    ONE_GROUP,
    BUT_LAST,
    BY_ROWS,
    IN_16_BITS,
    IN_32_BITS,
    IN_FLOAT,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NOT_QUANTIZED] =
        "x was not turned into codes: this is the product of numbers with dequantized weights",
    [ONE_ROW_SCALE] = "all rows have the scale of the largest |x| of all: each row has its own",
    [LAST_ROW_SCALE] = "the scale of the first row was used for all: each row has its own",
    [NO_SCALE_X] = "the scale of x is left out",
    [NO_SCALE_W] = "the scale of w is left out",
    [SCALE_0] = "the scale of column 0 was used for all columns: quantized_scale(w, j, i)",
    [FIRST_GROUP] =
        "the scale of a column's first group was used for all of it: each group has its own",
    [LAST_GROUP] = "only the last group is in the result: groups are added up",
    [NO_ZERO] =
        "the zero point was not taken off: each product has zero_point * code of w too much",
    [PLUS_ZERO] = "the zero point was added once more: it is to be taken off",
    [ZERO_ONCE] =
        "the zero point was taken off once: each product has zero_point * code of w too much",
    [ZERO_OF_W] = "the zero point was taken off as often as there are codes, without the codes of "
                  "w: (q - zero) w is q "
                  "w - zero w",
    [IGNORES_INPUT] = "input was ignored: where it is given, rows have no scale of their own",
    [ONE_GROUP] = "only the first group is in the result: groups are added up",
    [BUT_LAST] = "the last group is missing: a column has in / group of them",
    [BY_ROWS] = "codes of w were read row by row: a column's codes lie side by side",
    [IN_16_BITS] = "a sum was kept in 16 bits: dot_int8 gives 32",
    [IN_32_BITS] =
        "a sum without its zero point was kept in 32 bits: from 66,000 codes on it needs "
        "64",
    [IN_FLOAT] = "groups were added up in a float, where a small one is lost beside large ones: in "
                 "a double",
};

/* ---- codes ------------------------------------------------------------------------------------------------ */

static double code_of_w(const QuantizedMatrix *w, long i, long j, Slip slip)
{
    if (w->codes != NULL)
        return w->codes[slip == BY_ROWS ? i * w->out + j : j * w->in + i];
    int byte = w->nibbles[(j * w->in + i / 32 * 32) / 2 + i % 16];
    return (i % 32 < 16 ? byte & 15 : byte >> 4) - 8;
}

static double scale_of_w(const QuantizedMatrix *w, long i, long j, Slip slip)
{
    long group = w->scheme.group, column = slip == SCALE_0 ? 0 : j;
    if (slip == NO_SCALE_W)
        return 1;
    if (w->scales != NULL)
        return (double)w->scales[group == PER_TENSOR ? 0 : column];
    long at = slip == FIRST_GROUP ? column * w->in : column * w->in + i;
    return (double)half_to_float(w->halves[at / group]);
}

static double largest_of(const Tensor *x, long row, long rows)
{
    double largest = 0;
    for (long i = row * x->shape[1]; i < (row + rows) * x->shape[1]; i++)
        largest = fmax(largest, fabs((double)x->data[i]));
    return largest;
}

static double scale_of_x(const Tensor *x, long r, const QuantParams *input, Slip slip)
{
    if (input != NULL && slip != IGNORES_INPUT)
        return (double)input->scale;
    if (slip == ONE_ROW_SCALE)
        return largest_of(x, 0, x->shape[0]) / 127;
    return largest_of(x, slip == LAST_ROW_SCALE ? 0 : r, 1) / 127;
}

static double code_of_x(double x, double scale, const QuantParams *input, Slip slip)
{
    if (slip == NOT_QUANTIZED)
        return x / scale;
    if (input == NULL || slip == IGNORES_INPUT)
        return fmax(-127, fmin(127, round(x / scale)));
    double code = round(x / scale) + input->zero_point;
    return fmax(input->quant_min, fmin(input->quant_max, code));
}

/* ---- a product ------------------------------------------------------------------------------------------- */

static double zero_of(const QuantParams *input, Slip slip)
{
    if (input == NULL || slip == IGNORES_INPUT || slip == NOT_QUANTIZED)
        return 0;
    return slip == NO_ZERO || slip == ZERO_ONCE || slip == ZERO_OF_W ? 0
           : slip == PLUS_ZERO                                       ? -input->zero_point
                                                                     : input->zero_point;
}

/* Of codes [first, end) of a row and a column. */
static double sum_of(const Tensor *x, long r, const QuantizedMatrix *w, long j, long first,
                     long end, const QuantParams *input, Slip slip)
{
    double sum = 0, scale = scale_of_x(x, r, input, slip);
    for (long i = first; i < end; i++) {
        double code = code_of_x((double)x->data[r * w->in + i], scale, input, slip);
        sum += (code - zero_of(input, slip)) * code_of_w(w, i, j, slip);
    }
    if (slip == IN_16_BITS)
        return (double)(int16_t)(uint16_t)((uint64_t)(int64_t)sum & 65535);
    if (slip == IN_32_BITS)
        return (double)(int32_t)(uint32_t)(uint64_t)(int64_t)sum;
    if (input != NULL && slip == ZERO_ONCE)
        return sum - input->zero_point;
    if (input != NULL && slip == ZERO_OF_W)
        return sum - input->zero_point * (double)(end - first);
    return sum;
}

static Tensor *product(const Tensor *x, const QuantizedMatrix *w, const QuantParams *input,
                       Slip slip)
{
    long rows = x->shape[0], group = w->scheme.group > 0 ? w->scheme.group : w->in;
    Tensor *out = blank(SHAPE(rows, w->out));
    for (long r = 0; r < rows; r++)
        for (long j = 0; j < w->out; j++) {
            double total = 0;
            for (long i = 0; i < w->in; i += group) {
                bool last = i + group == w->in;
                bool counts = (slip != ONE_GROUP || i == 0) && (slip != LAST_GROUP || last) &&
                              (slip != BUT_LAST || !last);
                if (counts)
                    total +=
                        scale_of_w(w, i, j, slip) * sum_of(x, r, w, j, i, i + group, input, slip);
                if (slip == IN_FLOAT)
                    total = (double)(float)total;
            }
            double scale = slip == NO_SCALE_X ? 1 : scale_of_x(x, r, input, slip);
            out->data[r * w->out + j] = (real)(scale * total);
        }
    return out;
}

Tensor *matmul_want(const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    for (Slip slip = 1; slip < SLIPS; slip++) {
        bool zero = slip >= NO_ZERO && slip <= IGNORES_INPUT,
             groups =
                 slip == FIRST_GROUP || slip == LAST_GROUP || slip == ONE_GROUP || slip == BUT_LAST;
        bool rows = slip == ONE_ROW_SCALE || slip == LAST_ROW_SCALE;
        if ((!zero || input != NULL) && (!groups || w->halves != NULL) &&
            (!rows || (x->shape[0] > 1 && input == NULL)) && (slip != BY_ROWS || w->codes != NULL))
            MISTAKE(product(x, w, input, slip), said[slip]);
    }
    return product(x, w, input, RIGHT);
}
