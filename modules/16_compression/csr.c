/* csr.c - a matrix without its zeros: compressed sparse rows.
 *
 *     5 0 7        row_start   0 2 2 3        row r has the numbers row_start[r] .. row_start[r + 1] - 1
 *     0 0 0        column      0 2 1
 *     0 3 0        value       5 7 3
 */
#include "forms_check.h"
#include "todo.h"

/* ---- 16.5 ---------------------------------------------------------------------------------------- */

Csr *csr_from(const Tensor *w)
{
    csr_check(w); /* given: a matrix */

    /* TODO: every number of w that is not 0, row by row, as it is drawn above.
     *
     * CONTRACT  w may be a view: number (r, c) lies at w->data[r * w->stride[0] + c *
     *           w->stride[1]]. row_start has one number more than there are rows.
     * EXAMPLE   the matrix above: row_start 0 2 2 3, column 0 2 1, value 5 7 3
     * HOLDS     a matrix of zeros: row_start of zeros, nothing else.
     * YOU HAVE  csr_new(rows, columns, count)
     * THINK     what must be known before there is room? What is to be done for a row without
     *           numbers? */
    return todo("16.5 csr_from");
}

/* ---- 16.5 ---------------------------------------------------------------------------------------- */

void csr_matvec(real *y, const Csr *w, const real *x)
{
    /* TODO: y[r] is the sum of the numbers of row r, each times the x of its column.
     *
     * CONTRACT  of no numbers it is 0.
     * EXAMPLE   the matrix above, x = 1, 10, 100: y = 705, 0, 30
     * HOLDS     the dense product, up to the order of adding.
     * THINK     which x belongs to value[k]? */
    (void)y, (void)w, (void)x;
    todo("16.5 csr_from");
}
