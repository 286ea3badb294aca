/* softmax_want.c - rows of scores in double, right and with the mistakes people make. */
#include "want.h"

typedef enum { ROW_SHIFT, NO_SHIFT, OWN_MAXIMUM, FROM_0 /* the maximum, but at least 0 */ } Shift;

typedef struct {
    double shift, sum, total; /* what is subtracted, the sum of e^(x - shift), the sum of x */
} Row;

typedef double (*OfRow)(double x, Row r);

typedef struct {
    Shift shift;
    OfRow f;
    const char *sentence;
} Slip;

static Row row_of(long n, const real *x, Shift shift)
{
    double top = -INFINITY;
    Row r = {0};
    for (long i = 0; i < n; i++)
        top = fmax(top, (double)x[i]), r.total += (double)x[i];
    bool empty = top == -INFINITY;
    r.shift = shift == NO_SHIFT || (shift == ROW_SHIFT && empty) ? 0 : top;
    if (shift == FROM_0)
        r.shift = fmax(top, 0);
    for (long i = 0; i < n; i++)
        r.sum += exp((double)x[i] - r.shift);
    return r;
}

/* f of every number along the axis; with one, of the first of each row. */
static Tensor *rows_with(const Tensor *x, int axis, bool one, Shift shift, OfRow f)
{
    const Tensor *in = plain_transpose(x, axis, -1);
    long n = in->shape[in->ndim - 1], rows = 1, shape[TENSOR_MAX_AXES];
    memcpy(shape, in->shape, sizeof shape);
    for (int d = 0; d < in->ndim - 1; d++)
        rows *= shape[d];
    long kept = shape[in->ndim - 1] = one ? 1 : n;
    Tensor *out = blank(in->ndim, shape);
    for (long i = 0; i < rows * kept; i++) {
        const real *row = in->data + i / kept * n;
        out->data[i] = (real)f((double)row[i % kept], row_of(n, row, shift));
    }
    return plain_transpose(out, axis, -1);
}

static void register_slips(const Tensor *x, int axis, bool one, size_t n, const Slip *known)
{
    for (size_t i = 0; i < n; i++)
        MISTAKE(rows_with(x, axis, one, known[i].shift, known[i].f), known[i].sentence);
}

/* ---- 02.8 softmax_row --------------------------------------------------------------------------------- */

static double softmax(double x, Row r)
{
    return r.sum == 0 ? 0 : exp(x - r.shift) / r.sum;
}

static double softmax_unguarded(double x, Row r)
{
    return exp(x - r.shift) / r.sum;
}

static double not_divided(double x, Row r)
{
    return exp(x - r.shift);
}

static double without_exponential(double x, Row r)
{
    return x / r.total;
}

static double log_softmax(double x, Row r)
{
    return x - r.shift - (r.sum == 0 ? 0 : log(r.sum));
}

/* y was written, and x read once more, from the same memory. */
static double of_what_was_written(double x, Row r)
{
    return exp(exp(x - r.shift) - r.shift) / r.sum;
}

Tensor *softmax_want(const Tensor *x, int axis)
{
    static const char *const not_divided_yet = "the division is missing: divide each by the sum";
    static const char *const overflow = "NaN: e^1000 is infinite. Subtract the largest number of "
                                        "the row first: row_shift";
    static const char *const underflow = "e^-1000 is 0: subtract the largest number of the row, "
                                         "which is far below 0 here: row_shift";
    const Slip known[] = {
        {ROW_SHIFT, not_divided, not_divided_yet},
        {NO_SHIFT, not_divided, not_divided_yet},
        {ROW_SHIFT, log_softmax, "that is log softmax, 02.10"},
        {ROW_SHIFT, of_what_was_written,
         "x was read after y had been written, and y is x here: write e^(x - shift) once, and then "
         "change y only"},
        {ROW_SHIFT, softmax_unguarded,
         "NaN: a row of -infinity has sum 0, and 0 / 0 is NaN, as is -infinity - -infinity. "
         "Nothing is allowed there, and the row is zeros"},
    };
    const Slip of_large[] = {
        {NO_SHIFT, softmax, overflow},
        {NO_SHIFT, softmax_unguarded, overflow},
        {FROM_0, softmax, underflow},
        {FROM_0, softmax_unguarded, underflow},
    };
    double first = at(x, AT(0, 0));
    register_slips(x, axis, false, sizeof known / sizeof *known, known);
    if (first > 500) /* of ordinary rows they make the right thing */
        register_slips(x, axis, false, sizeof of_large / sizeof *of_large, of_large);
    if (isfinite(first)) { /* infinity would make them NaN, as it does much else */
        MISTAKE(rows_with(x, axis, false, NO_SHIFT, without_exponential),
                "the numbers themselves were divided by their sum: take e^ first");
        MISTAKE(rows_with(plain_scaled(x, -1), axis, false, ROW_SHIFT, softmax),
                "the order is turned round: e^(x - shift), not e^(shift - x)");
    }
    return rows_with(x, axis, false, ROW_SHIFT, softmax);
}

/* ---- 02.9 logsumexp_row ----------------------------------------------------------------------------------- */

static double logsumexp(double x, Row r)
{
    (void)x;
    return r.shift + log(r.sum);
}

static double shift_not_added(double x, Row r)
{
    (void)x;
    return log(r.sum);
}

static double shift_taken_twice(double x, Row r)
{
    (void)x;
    return -r.shift + log(r.sum);
}

static double shift_as_factor(double x, Row r)
{
    (void)x;
    return r.shift * log(r.sum);
}

static double shift_and_sum(double x, Row r)
{
    (void)x;
    return r.shift + r.sum;
}

static double sum_of_powers(double x, Row r)
{
    (void)x;
    return r.sum;
}

static double sum_of_numbers(double x, Row r)
{
    (void)x;
    return r.total;
}

Tensor *logsumexp_want(const Tensor *x, int axis)
{
    static const Slip known[] = {
        {ROW_SHIFT, shift_not_added,
         "the shift was subtracted and never added again: shift + log(sum)"},
        {ROW_SHIFT, shift_taken_twice, "the shift must be added again, not subtracted twice"},
        {ROW_SHIFT, shift_as_factor, "the shift is added to the log, not a factor"},
        {ROW_SHIFT, shift_and_sum, "the log is missing: shift + log(sum)"},
        {ROW_SHIFT, sum_of_powers,
         "the log is missing, and the shift was not added again: shift + log(sum)"},
        {NO_SHIFT, sum_of_powers, "the log is missing: this is the sum of e^x"},
        {NO_SHIFT, sum_of_numbers, "that is the sum of x: log(e^x) before adding up"},
        {NO_SHIFT, logsumexp,
         "e^1000 is infinite: subtract row_shift before e^, add it after the log"},
        {OWN_MAXIMUM, logsumexp,
         "NaN: -infinity - -infinity. For a row of -infinity row_shift gives 0"},
    };
    register_slips(x, axis, true, sizeof known / sizeof *known, known);
    return rows_with(x, axis, true, ROW_SHIFT, logsumexp);
}

/* ---- 02.10 log_softmax_row -------------------------------------------------------------------------------- */

static double log_softmax_unguarded(double x, Row r)
{
    return x - r.shift - log(r.sum);
}

static double log_of_softmax(double x, Row r)
{
    return log(softmax(x, r));
}

static double log_sum_alone(double x, Row r)
{
    return x - log(r.sum);
}

static double shift_alone(double x, Row r)
{
    return x - r.shift;
}

static double sum_without_log(double x, Row r)
{
    return x - r.shift - r.sum;
}

static double log_softmax_turned(double x, Row r)
{
    return -log_softmax(x, r);
}

Tensor *log_softmax_want(const Tensor *x, int axis)
{
    static const char *const nothing_allowed = "NaN: -infinity - -infinity. Where the sum is 0, "
                                               "subtract 0 in place of its log, and row_shift "
                                               "gives 0 in place of the maximum";
    const Slip known[] = {
        {ROW_SHIFT, softmax, "that is softmax; its log is asked for"},
        {ROW_SHIFT, log_of_softmax,
         "the log of softmax, where e^-1000 is already 0: compute x - shift - log(sum)"},
        {ROW_SHIFT, log_sum_alone, "the shift is missing: subtract shift + log(sum)"},
        {ROW_SHIFT, shift_alone, "only the shift was subtracted: the log of the sum belongs to it"},
        {ROW_SHIFT, sum_without_log, "the sum was subtracted: take its log"},
        {ROW_SHIFT, log_softmax_turned,
         "the sign is wrong: a log of a probability is never positive"},
        {NO_SHIFT, log_softmax,
         "e^1000 is infinite, and so is the log of its sum: subtract row_shift before e^"},
        {OWN_MAXIMUM, log_softmax, nothing_allowed},
        {ROW_SHIFT, log_softmax_unguarded, nothing_allowed},
    };
    register_slips(x, axis, false, sizeof known / sizeof *known, known);
    return rows_with(x, axis, false, ROW_SHIFT, log_softmax);
}
