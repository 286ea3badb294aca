/* strides_want.c - strides and offsets as sums and products, right and with the mistakes people make. */
#include "want.h"

/* ---- 01.1 strides_row_major ---------------------------------------------------------------------- */

static long product(const long *shape, int from, int to)
{
    long n = 1;
    for (int d = from; d < to; d++)
        n *= shape[d];
    return n;
}

static long sum(const long *shape, int from, int to)
{
    long n = 0;
    for (int d = from; d < to; d++)
        n += shape[d];
    return n;
}

typedef enum {
    RIGHT,
    COLUMN_BY_COLUMN,
    TOO_EARLY,
    SIZES,
    NEXT_SIZE,
    SIZES_IN_FRONT,
    FLOAT_BYTES,
    DOUBLE_BYTES,
    NOT_AXIS_0,
    ONE_TOO_FAR,
    SUM,
    SUM_AND_1
} Slip;

static long stride_with(Slip slip, int ndim, const long *shape, int d)
{
    long right = product(shape, d + 1, ndim);
    switch (slip) {
    case COLUMN_BY_COLUMN:
        return product(shape, 0, d);
    case TOO_EARLY:
        return product(shape, d, ndim);
    case SIZES:
        return shape[d];
    case NEXT_SIZE:
        return d + 1 < ndim ? shape[d + 1] : 1;
    case SIZES_IN_FRONT:
        return product(shape, 0, ndim - 1 - d);
    case FLOAT_BYTES:
        return 4 * right;
    case DOUBLE_BYTES:
        return 8 * right;
    case NOT_AXIS_0:
        return d == 0 ? UNSET : right;
    case ONE_TOO_FAR:
        return d == 0 ? UNSET : product(shape, d, ndim);
    case SUM:
        return d + 1 < ndim ? sum(shape, d + 1, ndim) : 1;
    case SUM_AND_1:
        return 1 + sum(shape, d + 1, ndim);
    default:
        return right;
    }
}

static Tensor *strides_with(Slip slip, int ndim, const long *shape)
{
    long stride[ROOM];
    for (int d = 0; d < ndim; d++)
        stride[d] = stride_with(slip, ndim, shape, d);
    return numbers(ndim, stride);
}

Tensor *row_major_want(int ndim, const long *shape)
{
    static const struct {
        Slip slip;
        const char *sentence;
    } known[] = {
        {COLUMN_BY_COLUMN,
         "that is column by column: here the last axis has neighbours, not the first"},
        {TOO_EARLY,
         "multiplied before it was used: the last axis has stride 1, then comes its size"},
        {SIZES, "these are the sizes; strides are products of sizes"},
        {NEXT_SIZE,
         "only the next size was taken: a stride is the product of all sizes behind the axis"},
        {SIZES_IN_FRONT,
         "the sizes in front were multiplied: it is those behind an axis that are passed"},
        {FLOAT_BYTES, "these are bytes of a float; strides count elements"},
        {DOUBLE_BYTES, "these are bytes of a double; strides count elements"},
        {NOT_AXIS_0, "axis 0 was left out: the loop ends with d = 0"},
        {ONE_TOO_FAR, "each stride stands one place too far behind: that of the last axis is "
                      "stride[ndim - 1]"},
        {SUM, "the sizes were added up: multiply them"},
        {SUM_AND_1, "the sizes were added up: multiply them"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (ndim > 1 || known[i].slip == TOO_EARLY)
            MISTAKE(strides_with(known[i].slip, ndim, shape), known[i].sentence);
    return strides_with(RIGHT, ndim, shape);
}

/* ---- 01.2 strides_offset -------------------------------------------------------------------------- */

static long dot(int from, int to, const long *stride, const long *index)
{
    long n = 0;
    for (int d = from; d < to; d++)
        n += index[d] * stride[d];
    return n;
}

long offset_want(int ndim, const long *stride, const long *index)
{
    long want = dot(0, ndim, stride, index);
    if (ndim == 0)
        return want;
    MISTAKE_NUMBER((double)sum(index, 0, ndim),
                   "the index alone was added up: each step has the length of its stride");
    MISTAKE_NUMBER((double)sum(stride, 0, ndim),
                   "the strides alone were added up: multiply each by its index");
    MISTAKE_NUMBER((double)(4 * want),
                   "a float has 4 bytes, but offsets count elements, not bytes");
    MISTAKE_NUMBER((double)(8 * want),
                   "a double has 8 bytes, but offsets count elements, not bytes");
    MISTAKE_NUMBER((double)dot(0, ndim - 1, stride, index),
                   "the last axis is missing: d runs to ndim - 1");
    if (ndim == 1)
        return want;
    MISTAKE_NUMBER((double)dot(1, ndim, stride, index), "the first axis is missing: d starts at 0");
    MISTAKE_NUMBER((double)dot(ndim - 1, ndim, stride, index),
                   "assigned where it should be added: only the last axis is left");
    return want;
}

/* ---- 01.3 tensor_is_contiguous ---------------------------------------------------------------------- */

/* A wrong answer is the other one, whatever the mistake: the sentences say only what t shows. */
static const char *why_not(long stride, long step)
{
    if (stride == 0)
        return "taken for contiguous, with a stride of 0: the same elements are read again and "
               "again, rows of their own would be needed";
    if (step == 1)
        return "taken for contiguous, with a last axis whose stride is not 1: neighbours in a row "
               "must be neighbours in memory";
    return stride > step ? "taken for contiguous, with a stride that is too large: it leaves a gap"
                         : "taken for contiguous, with a stride that is too small: rows overlap";
}

long contiguous_want(const Tensor *t)
{
    long n = product(t->shape, 0, t->ndim), step = 1, odd_ones = 0;
    for (int d = t->ndim - 1; d >= 0 && n > 0; step *= t->shape[d], d--) {
        bool in_place = t->stride[d] == step;
        odd_ones += t->shape[d] == 1 && !in_place;
        if (t->shape[d] > 1 && !in_place) {
            MISTAKE_NUMBER(1, why_not(t->stride[d], step));
            return 0;
        }
    }
    if (n == 0)
        MISTAKE_NUMBER(0, "there are no elements, so none lies wrongly: ask tensor_numel");
    if (odd_ones > 0)
        MISTAKE_NUMBER(0, "the stride of an axis of size 1 means nothing, and all others are those "
                          "of rows without gaps");
    return 1;
}
