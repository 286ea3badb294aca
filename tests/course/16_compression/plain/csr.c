/* csr.c - what is not zero, first counted, then copied. */
#include "forms_check.h"

static real number_at(const Tensor *w, long r, long c)
{
    return w->data[r * w->stride[0] + c * w->stride[1]];
}

Csr *csr_from(const Tensor *w)
{
    csr_check(w);

    long rows = w->shape[0], columns = w->shape[1];
    long count = 0;
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            if (number_at(w, r, c) != 0)
                count++;

    Csr *csr = csr_new(rows, columns, count);
    int k = 0;
    for (long r = 0; r < rows; r++) {
        csr->row_start[r] = k;
        for (long c = 0; c < columns; c++) {
            if (number_at(w, r, c) == 0)
                continue;
            csr->column[k] = (int)c;
            csr->value[k] = number_at(w, r, c);
            k++;
        }
    }
    csr->row_start[rows] = k;
    return csr;
}

void csr_matvec(real *y, const Csr *w, const real *x)
{
    for (long r = 0; r < w->rows; r++) {
        real sum = 0;
        for (int k = w->row_start[r]; k < w->row_start[r + 1]; k++)
            sum += w->value[k] * x[w->column[k]];
        y[r] = sum;
    }
}
