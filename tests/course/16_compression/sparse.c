/* sparse.c - 16.3: a matrix without its zeros, and its product. */
#include "draws.h"
#include "want.h"

/* Whole numbers, many of them 0; the first row, a middle one and the last are empty. */
static Tensor *drawn_sparse(const char *name, long rows, long columns)
{
    Tensor *w = draw_whole(name, SHAPE(rows, columns), -4, 4);
    for (long i = 0; i < rows * columns; i++) {
        long r = i / columns;
        bool empty = r == 0 || r == rows / 2 || r == rows - 1;
        if (empty || i % columns == r % columns)
            w->data[i] = 0;
        else if (i % columns == (r + 1) % columns)
            w->data[i] = (real)(r + 5);
        else if (i % columns == (r + 2) % columns)
            w->data[i] = (real)(-r - 5);
    }
    resealed(w);
    return w;
}

/* Everything in one line: row starts, then columns, then values. */
static Tensor *joined(const Csr *c)
{
    Tensor *t = blank(SHAPE(c->rows + 1 + 2 * c->count));
    for (long r = 0; r <= c->rows; r++)
        t->data[r] = (real)c->row_start[r];
    for (long k = 0; k < c->count; k++) {
        t->data[c->rows + 1 + k] = (real)c->column[k];
        t->data[c->rows + 1 + c->count + k] = isnan(c->value[k]) ? NAN_AS_SHOWN : c->value[k];
    }
    return t;
}

static void check_csr(const Tensor *w, const char *rule)
{
    Tensor *want = EXPECT(csr_want(w));
    Csr *csr = CALL(csr_from(w));
    Tensor *starts_columns_values = joined(csr);
    check_tensor_within(starts_columns_values, want, 0, rule);
}

/* ---- 16.3 csr_from --------------------------------------------------------------------------------------- */

TEST(five_seven_three, .points = 1, .exercise = "16.3 csr_from", .file = "csr.c")
{
    Tensor *w = input("w", SHAPE(3, 3), VALUES(5, 0, 7, 0, 0, 0, 0, 3, 0));

    check_csr(w, "row_start 0 2 2 3, column 0 2 1, value 5 7 3");
}

TEST(rows_with_and_without_numbers, .points = 4, .exercise = "16.3 csr_from", .file = "csr.c")
{
    long rows = draw_long("rows", 6, 8), columns = draw_long("columns", 4, 5);
    Tensor *w = drawn_sparse("w", rows, columns);

    check_csr(w, "row_start (rows + 1), then column, then value: row by row, what is not 0");
    w->data[draw_long("place of a tiny one", 0, columns - 1)] = (real)1e-30;
    resealed(w);
    check_csr(w, "1e-30 is not 0");
    w->data[columns + draw_long("place of NaN", 0, columns - 1)] = (real)NAN;
    resealed(w);
    check_csr(w, "nor is NaN (shown as -77)");
}

TEST(a_transpose_is_a_view, .points = 1, .exercise = "16.3 csr_from", .file = "csr.c")
{
    long n = draw_long("n", 6, 8);
    Tensor *of = drawn_sparse("W", n, 5), *w = tensor_transpose(of, 0, 1);

    check_csr(w, "rows of the view, which are columns of W: strides say where a number lies");
}

TEST(no_numbers_at_all, .points = 1, .exercise = "16.3 csr_from", .file = "csr.c")
{
    long rows = draw_long("rows", 2, 5), columns = draw_long("columns", 2, 5);
    Tensor *zeros = input("zeros", SHAPE(4, 4), 16, (real[16]){0});
    Tensor *some = tensor_slice(tensor_slice(zeros, 0, 0, rows < 4 ? rows : 4, 1), 1, 0,
                                columns < 4 ? columns : 4, 1);

    check_csr(some, "all rows are empty: row_start is 0 everywhere");
    Tensor *full = draw_between("full", SHAPE(rows, columns), 1, 2);
    check_csr(full, "nothing is 0: all numbers are there");
}

static Csr *by_hand(const Tensor *w)
{
    long rows = w->shape[0], columns = w->shape[1], count = 0, next = 0;
    for (long i = 0; i < rows * columns; i++)
        count += w->data[i] != 0;
    Csr *c = csr_new(rows, columns, count);
    for (long i = 0; i < rows * columns; i++) {
        if (i % columns == 0)
            c->row_start[i / columns] = (int)next;
        if (w->data[i] != 0) {
            c->column[next] = (int)(i % columns);
            c->value[next++] = w->data[i];
        }
    }
    c->row_start[rows] = (int)count;
    return c;
}

static void check_product(const Tensor *w, const Tensor *x, const char *rule)
{
    Csr *csr = by_hand(w);
    Tensor *y = draw("y before", SHAPE(w->shape[0]));
    may_change(y);
    real *to = y->data;
    const real *from = x->data;

    Tensor *want = EXPECT(matvec_want(w, x));
    CALL(csr_matvec(to, csr, from));
    check_tensor(y, want, rule);
}

TEST(ones_tens_hundreds, .points = 1, .exercise = "16.3 csr_from", .file = "csr.c")
{
    Tensor *w = input("w", SHAPE(3, 3), VALUES(5, 0, 7, 0, 0, 0, 0, 3, 0)),
           *x = draw("x", SHAPE(3));

    check_product(w, x, "5 x0 + 7 x2, 0, 3 x1");
}

TEST(a_product_without_zeros, .points = 2, .exercise = "16.3 csr_from", .file = "csr.c")
{
    long rows = draw_long("rows", 6, 8), columns = draw_long("columns", 4, 5);
    Tensor *w = drawn_sparse("w", rows, columns), *x = draw("x", SHAPE(columns));

    check_product(w, x, "y[r] is the sum of the numbers of row r times the x of their columns");
}
