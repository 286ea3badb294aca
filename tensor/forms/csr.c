/* csr.c - a matrix without its zeros: compressed sparse rows.
 *
 *     5 0 7        row_start   0 2 2 3        of row r: row_start[r] .. row_start[r + 1] - 1
 *     0 0 0        column      0 2 1
 *     0 3 0        value       5 7 3
 *
 * Invariant: rows follow each other, and columns ascend within a row.
 */
#include "forms_check.h"

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
