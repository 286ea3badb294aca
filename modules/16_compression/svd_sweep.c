/* svd_sweep.c - every pair of columns is turned once: one-sided Jacobi.
 *
 * A rotation of two columns changes neither what they span nor their common length. After enough of them no column has
 * a part along another; then the lengths of the columns are the singular values. svd_of (given) sweeps until nothing
 * was turned, then sorts.
 */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.12 --------------------------------------------------------------------------------------- */

long svd_sweep(SvdColumns *c)
{
    /* TODO: every pair of columns i < j once; returns how many pairs were turned. Column i begins at
     * c->column + i * c->m and has c->m numbers.
     *
     * APPROACH, for i from 0, and for j from i + 1
     *   1. alpha, beta and gamma: the products of the two columns with themselves, and with each other.
     *   2. |gamma| <= SVD_ORTHOGONAL * sqrt(alpha * beta): orthogonal enough, go on to the next pair.
     *   3. svd_rotation says by how much; turn every pair of numbers p[k], q[k] of the two columns.
     *   4. Turn columns i and j of c->v (c->n numbers each) by the same.
     *
     * EXAMPLE
     *   columns (1, 0) and (1, 1), v the identity: one pair is turned; the columns then have lengths 1.618 and 0.618
     *
     * HINT: the new q needs the old p. A function of your own that turns two columns is called twice. */
    (void)c;
    todo("16.12 svd_sweep");
}
