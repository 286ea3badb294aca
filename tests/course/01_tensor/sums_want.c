/* sums_want.c - sums over any axes, and what goes wrong in sums of columns. */
#include "want.h"

/* What is summed is aligned at the right with what comes out, which has a 1 where it is summed over. */
static Tensor *summed(const Tensor *a, int ndim, const long *shape)
{
    Tensor *out = blank(ndim, shape), *flat = copy_of(a);
    long n = 1;
    for (int axis = 0; axis < a->ndim; axis++)
        n *= a->shape[axis];
    for (long i = 0; i < n; i++) {
        long rest = i, to = 0;
        for (int d = a->ndim - 1, e = ndim - 1; d >= 0; rest /= a->shape[d], d--, e--)
            if (e >= 0 && shape[e] > 1)
                to += rest % a->shape[d] * out->stride[e];
        out->data[to] += flat->data[i];
    }
    return out;
}

/* ---- columns ---------------------------------------------------------------------------------------- */

typedef enum {
    LAST_ROW,
    FIRST_ROW,
    FIRST_COLUMN,
    INTO_THE_FIRST,
    NOT_COLUMN_0,
    NOT_THE_LAST_COLUMN,
    NO_ROW,
    NO_A_ROW,
    NO_A_COLUMN
} Slip;

static Tensor *columns_with(Slip slip, const Tensor *a)
{
    long rows = a->shape[0], n = a->shape[1];
    Tensor *out = blank(SHAPE(n));
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < n; j++) {
            bool left_out = slip == NO_ROW || (slip == LAST_ROW && i < rows - 1) ||
                            (slip == FIRST_ROW && i > 0) || (slip == FIRST_COLUMN && j > 0) ||
                            (slip == NOT_COLUMN_0 && j == 0) ||
                            (slip == NOT_THE_LAST_COLUMN && j == n - 1);
            long row = slip == NO_A_ROW ? 1 : a->stride[0];
            long column = slip == NO_A_COLUMN ? 1 : a->stride[1];
            out->data[slip == INTO_THE_FIRST ? 0 : j] +=
                left_out ? 0 : a->data[i * row + j * column];
        }
    return out;
}

static void column_mistakes(const Tensor *a, const Tensor *before)
{
    static const char *const sentence[] = {
        [LAST_ROW] = "only the last row is left: add with +=",
        [FIRST_ROW] = "only the first row was added: a block has all rows from begin to end",
        [FIRST_COLUMN] = "only the first column was added: n of them",
        [INTO_THE_FIRST] = "all went into the first column: each has a sum of its own, block[j]",
        [NOT_COLUMN_0] = "column 0 is missing: j starts with 0",
        [NOT_THE_LAST_COLUMN] = "the last column is missing: j < n",
        [NO_ROW] = "these rows were left out: the last block may be shorter than the others",
        [NO_A_ROW] = "a_row was ignored: the next row begins a_row further, "
                     "a[i * a_row + j * a_column]",
        [NO_A_COLUMN] = "a_column was ignored: neighbours in a row may be further apart, "
                        "a[i * a_row + j * a_column]",
    };
    for (int slip = LAST_ROW; slip <= (a->stride[1] == 1 ? NO_A_ROW : NO_A_COLUMN); slip++)
        MISTAKE(plain_pair(columns_with((Slip)slip, a), before, plus), sentence[slip]);
}

Tensor *sum_want(const Tensor *a, int ndim, const long *shape)
{
    if (ndim == 1)
        column_mistakes(a, blank(ndim, shape));
    return summed(a, ndim, shape);
}

/* Columns, called by themselves. */
Tensor *totals_want(const Tensor *a, const Tensor *before)
{
    Tensor *sum = summed(a, before->ndim, before->shape);
    MISTAKE(sum, "what total held before is lost: add to it");
    column_mistakes(a, before);
    return plain_pair(sum, before, plus);
}

/* a comes in runs of rows, one for each step along axis 0. */
Tensor *added_sum_want(const Tensor *a, const Tensor *before)
{
    Tensor *last_run =
        view_of(a, SHAPE(1, a->shape[1], a->shape[2]), a->stride, (a->shape[0] - 1) * a->stride[0]);
    MISTAKE(plain_pair(summed(last_run, before->ndim, before->shape), before, plus),
            "what total held before is lost: add to it");
    return plain_pair(summed(a, before->ndim, before->shape), before, plus);
}

/* ---- blocks ----------------------------------------------------------------------------------------- */

typedef enum { ONE_CHAIN, WHOLE_BLOCKS, NOT_RESET, LAST_BLOCK, LAST_ROWS } BlockSlip;

/* Column sums in real, and what goes wrong in them. */
static Tensor *sums_in_real(BlockSlip slip, const Tensor *a)
{
    long rows = a->shape[0], n = a->shape[1];
    Tensor *out = blank(SHAPE(n));
    for (long j = 0; j < n; j++) {
        double total = 0;
        real sum = 0;
        for (long i = 0; i < rows; i++) {
            sum = a->data[i * n + j] + (slip == LAST_ROWS ? 0 : sum);
            if (slip == ONE_CHAIN || ((i + 1) % 32 != 0 && i + 1 < rows))
                continue;
            if (slip == LAST_BLOCK)
                total = 0;
            if (slip != WHOLE_BLOCKS || (i + 1) % 32 == 0)
                total += (double)sum;
            sum = slip == NOT_RESET ? sum : 0;
        }
        out->data[j] = slip == ONE_CHAIN ? sum : (real)total;
    }
    return out;
}

Tensor *long_sum_want(const Tensor *a)
{
    MISTAKE(sums_in_real(ONE_CHAIN, a),
            "one chain of additions: its last digits are lost. At most 32 in a row (and in these "
            "tests real is double, so that a double total alone does not help)");
    MISTAKE(sums_in_real(WHOLE_BLOCKS, a),
            "the last rows are missing: the last block may be shorter than 32");
    MISTAKE(sums_in_real(NOT_RESET, a),
            "rows were added again with every block: either block is not set back to 0, or i "
            "starts with 0 in place of begin");
    MISTAKE(sums_in_real(LAST_ROWS, a), "only the last row of each block is left: add with +=");
    MISTAKE(sums_in_real(LAST_BLOCK, a), "only the last block is left: add each to total");
    column_mistakes(a, blank(SHAPE(a->shape[1])));
    Tensor *want = blank(SHAPE(a->shape[1]));
    for (long j = 0; j < a->shape[1]; j++)
        want->data[j] = (real)((double)a->shape[0] * (double)a->data[j]);
    return want;
}

/* One column, in as many blocks as it takes, all equally long. */
static real sum_of_equal_blocks(const Tensor *x, long rows, long j)
{
    long n = x->shape[1], parts = (rows + 31) / 32;
    double total = 0;
    for (long part = 0; part < parts; part++) {
        real sum = 0;
        for (long i = rows * part / parts; i < rows * (part + 1) / parts; i++)
            sum += i < x->shape[0] ? x->data[i * n + j] : 0;
        total += (double)sum;
    }
    return (real)total;
}

long changed_by_zeros_want(const Tensor *x, long rows)
{
    long changed = 0;
    for (long j = 0; j < x->shape[1]; j++)
        changed += sum_of_equal_blocks(x, x->shape[0], j) != sum_of_equal_blocks(x, rows, j);
    MISTAKE_NUMBER((double)changed,
                   "rows of zeros have moved the borders of equal blocks: they begin at 0, 32, 64, "
                   "..., however many rows there are");
    return 0;
}
