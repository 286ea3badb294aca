/* csr.c - a matrix without its zeros: compressed sparse rows.
 *
 *     5 0 7        row_start   0 2 2 3        of row r: row_start[r] .. row_start[r + 1] - 1
 *     0 0 0        column      0 2 1
 *     0 3 0        value       5 7 3
 *
 * Invariant: rows follow each other, and columns ascend within a row.
 */
#include "forms_check.h"

/* ---- memory ---------------------------------------------------------------------------------- */

static void check_size(const char *what, long size)
{
    if (size < 0 || size > INT_MAX)
        fail("csr_new: %s is %ld, expected 0 to %d", what, size, INT_MAX);
}

Csr *csr_new(long rows, long columns, long count)
{
    check_size("rows", rows);
    check_size("columns", columns);
    check_size("count", count);
    Scope *scope = scope_current();
    Csr *c = scope_alloc(scope, sizeof *c);
    *c = (Csr){.rows = rows, .columns = columns, .count = count};
    c->row_start = scope_alloc(scope, ((size_t)rows + 1) * sizeof(int));
    c->column = scope_alloc(scope, ((size_t)count + 1) * sizeof(int));
    c->value = scope_alloc(scope, ((size_t)count + 1) * sizeof(real));
    return c;
}

void csr_check(const Tensor *w)
{
    if (w->ndim != 2)
        fail("csr_from: w is %s, expected a matrix (rows, columns)", tensor_shape_text(w));
}

size_t csr_bytes(const Csr *w)
{
    return ((size_t)w->rows + 1 + (size_t)w->count) * sizeof(int) + (size_t)w->count * sizeof(real);
}

/* ---- from a matrix, and times a vector ------------------------------------------------------- */

static real number(const Tensor *w, long row, long column)
{
    return w->data[row * w->stride[0] + column * w->stride[1]];
}

EXERCISE
Csr *csr_from(const Tensor *w)
{
    csr_check(w);
    long rows = w->shape[0], columns = w->shape[1], count = 0;
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            count += number(w, r, c) != 0;
    Csr *out = csr_new(rows, columns, count);
    long next = 0;
    for (long r = 0; r < rows; r++) {
        out->row_start[r] = (int)next;
        for (long c = 0; c < columns; c++)
            if (number(w, r, c) != 0) {
                out->column[next] = (int)c;
                out->value[next++] = number(w, r, c);
            }
    }
    out->row_start[rows] = (int)next;
    return out;
}

EXERCISE
void csr_matvec(real *y, const Csr *w, const real *x)
{
    for (long r = 0; r < w->rows; r++) {
        real sum = 0;
        for (int k = w->row_start[r]; k < w->row_start[r + 1]; k++)
            sum += w->value[k] * x[w->column[k]];
        y[r] = sum;
    }
}
