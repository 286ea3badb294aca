/* csr.c - a matrix without its zeros: compressed sparse rows. */
#include "forms_check.h"
#include "todo.h"

/* ---- 16.3 ---------------------------------------------------------------------------------------- */

Csr *csr_from(const Tensor *w)
{
    csr_check(w); /* given: a matrix */

    /* TODO: every number of w that is not 0 (NaN is not), and where it stands, in three arrays.
     *
     * CONTRACT  row by row, each from left to right. w may be a view: number (r, c) lies at
     *           w->data[r * w->stride[0] + c * w->stride[1]].
     * EXAMPLE   5 0 7
     *           0 0 0    row_start 0 2 2 3, column 0 2 1, value 5 7 3
     *           0 3 0
     * HOLDS     a matrix of zeros: row_start of zeros, nothing else.
     * YOU HAVE  csr_new(rows, columns, count)
     * THINK     how does row_start say that the second row is empty? What is its last number for? */
    return todo("16.3 csr_from");
}

/* ---- 16.3 ---------------------------------------------------------------------------------------- */

void csr_matvec(real *y, const Csr *w, const real *x)
{
    /* TODO: y = w x, from the three arrays.
     *
     * EXAMPLE   the matrix above, x = 1, 10, 100: y = 705, 0, 30
     * HOLDS     the dense product, up to the order of adding. */
    (void)y, (void)w, (void)x;
    todo("16.3 csr_from");
}
