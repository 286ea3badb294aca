/* sparse_want.c - compressed rows and their product, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    ENDS,
    COUNTS,
    BY_COLUMNS,
    ALL_NUMBERS,
    POSITIVE_ONLY,
    FLAT_COLUMN,
    NUMBER_IN_ROW,
    LATE_STARTS,
    NAN_IS_0,
    TINY_IS_0,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ENDS] = "row_start says where rows end: row 0 begins at 0, and the last number is where the "
             "last row ends",
    [COUNTS] = "row_start holds how many numbers a row has: it is where the row begins, the sum of "
               "all rows in front of it",
    [BY_COLUMNS] = "columns were compressed in place of rows (that is CSC)",
    [ALL_NUMBERS] = "zeros are there, too: what is 0 is left out",
    [POSITIVE_ONLY] = "negative numbers are missing: what is not 0 stays, not what is above 0",
    [FLAT_COLUMN] = "column counts through the whole matrix: it is the place within the row",
    [NUMBER_IN_ROW] = "column counts the numbers of a row: it is where each stands in the matrix",
    [NAN_IS_0] = "NaN is missing: it is neither below nor above 0, and is not 0",
    [TINY_IS_0] = "a number near 0 was taken for 0: only what is == 0 is left out",
    [LATE_STARTS] = "rows without numbers have no start: a row begins where the one in front of it "
                    "ends, whatever it has",
};

static bool is_there(double x, Slip slip)
{
    if (slip == NAN_IS_0 && isnan(x))
        return false;
    if (slip == TINY_IS_0 && fabs(x) < 1e-12)
        return false;
    return slip == ALL_NUMBERS || (slip == POSITIVE_ONLY ? x > 0 : x != 0);
}

static Tensor *slipped_csr(const Tensor *w, Slip slip)
{
    bool turned = slip == BY_COLUMNS;
    long rows = w->shape[turned], columns = w->shape[!turned], count = 0, next = 0;
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            count += is_there(turned ? at(w, AT(c, r)) : at(w, AT(r, c)), slip);
    Tensor *t = blank(SHAPE(rows + 1 + 2 * count));
    for (long r = 0; r < rows; r++) {
        long begin = next;
        for (long c = 0; c < columns; c++) {
            double x = turned ? at(w, AT(c, r)) : at(w, AT(r, c));
            if (!is_there(x, slip))
                continue;
            long column = slip == FLAT_COLUMN     ? r * columns + c
                          : slip == NUMBER_IN_ROW ? next - begin
                                                  : c;
            t->data[rows + 1 + next] = (real)column;
            t->data[rows + 1 + count + next++] = isnan(x) ? NAN_AS_SHOWN : (real)x;
        }
        t->data[r] = (real)(slip == ENDS ? next : slip == COUNTS ? next - begin : begin);
        if (slip == LATE_STARTS && next == begin)
            t->data[r] = 0;
    }
    t->data[rows] = (real)(slip == COUNTS ? 0 : next);
    return t;
}

static bool same(const Tensor *a, const Tensor *b)
{
    if (tensor_numel(a) != tensor_numel(b))
        return false;
    for (long i = 0; i < tensor_numel(a); i++)
        if (a->data[i] != b->data[i])
            return false;
    return true;
}

/* As if the numbers lay row by row, whatever the strides say. */
static Tensor *as_it_lies(const Tensor *w)
{
    Tensor *t = blank(w->ndim, w->shape);
    memcpy(t->data, w->data, (size_t)tensor_numel(w) * sizeof(real));
    return t;
}

Tensor *csr_want(const Tensor *w)
{
    Tensor *want = slipped_csr(w, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++) {
        Tensor *wrong = slipped_csr(w, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, said[slip]);
    }
    if (w->stride[1] != 1)
        MISTAKE(slipped_csr(as_it_lies(w), RIGHT),
                "the strides were not asked: w may be a view, whose numbers lie otherwise");
    return want;
}

/* ---- 16.10 ---------------------------------------------------------------------------------------------- */

typedef enum {
    P_RIGHT,
    ADDED,
    NO_COLUMN,
    X_OF_K,
    ONE_MORE,
    NEVER_EMPTY,
    RUNNING,
    FIRST_MISSING,
    P_SLIPS
} ProductSlip;

static const char *const product_said[P_SLIPS] = {
    [ADDED] = "the sums were added to what stood in y: y[r] is set",
    [NO_COLUMN] =
        "the numbers of a row were paired with the first x: column says which x belongs to "
        "a number",
    [X_OF_K] = "x[k] in place of x[column[k]]: column says which x belongs to a number",
    [ONE_MORE] = "the first number of the next row was taken as well: a row ends in front of "
                 "row_start[r + 1]",
    [NEVER_EMPTY] = "y of a row without numbers was not written: it is 0",
    [RUNNING] = "the sum was not set back to 0 for the next row",
    [FIRST_MISSING] = "the first number of each row is missing: a row begins at row_start[r]",
};

static Tensor *slipped_product(const Tensor *w, const Tensor *x, const Tensor *before,
                               ProductSlip slip)
{
    long rows = w->shape[0], columns = w->shape[1];
    Tensor *y = blank(SHAPE(rows));
    double sum = 0;
    long before_row = 0;
    for (long r = 0; r < rows; r++) {
        long count = 0;
        if (slip != RUNNING)
            sum = 0;
        for (long c = 0; c < columns; c++) {
            double number = (double)w->data[r * columns + c];
            if (number == 0)
                continue;
            count++;
            if (slip == FIRST_MISSING && count == 1)
                continue;
            long place = slip == NO_COLUMN ? count - 1
                         : slip == X_OF_K  ? before_row + count - 1
                                           : c;
            sum += number * (double)x->data[place % columns];
        }
        before_row += count;
        if (slip == ONE_MORE)
            for (long i = (r + 1) * columns, more = 1; i < rows * columns && more > 0; i++)
                if (w->data[i] != 0) {
                    sum += (double)w->data[i] * (double)x->data[i % columns];
                    more--;
                }
        y->data[r] = (real)(sum + (slip == ADDED ? (double)before->data[r] : 0));
        if (slip == NEVER_EMPTY && count == 0)
            y->data[r] = before->data[r];
    }
    return y;
}

Tensor *matvec_want(const Tensor *w, const Tensor *x, const Tensor *before)
{
    for (ProductSlip slip = 1; slip < P_SLIPS; slip++)
        MISTAKE(slipped_product(w, x, before, slip), product_said[slip]);
    return slipped_product(w, x, before, P_RIGHT);
}
