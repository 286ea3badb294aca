/* svd_sweep.c - every pair of columns is turned once: one-sided Jacobi.
 *
 * A rotation of two columns changes neither what they span nor their common length. After enough of them no column has
 * a part along another; then the lengths of the columns are the singular values. svd_of (given) sweeps until nothing
 * was turned, then sorts.
 */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.7 ---------------------------------------------------------------------------------------- */

long svd_sweep(SvdColumns *c)
{
    /* TODO: every pair of columns i < j is turned once; returns how many pairs were.
     *
     * CONTRACT  column i begins at c->column + i * c->m and has c->m numbers; c->v has c->n
     *           columns of c->n, and is turned by the same. A pair with |gamma| <=
     *           SVD_ORTHOGONAL * sqrt(alpha * beta) is orthogonal enough, and stays.
     * EXAMPLE   columns (1, 0) and (1, 1), v the identity: one pair is turned; the columns then have lengths 1.618 and 0.618
     * HOLDS     the sum of all squares stays.
     * YOU HAVE  svd_rotation (16.6)
     * THINK     the new q needs the old p: what must be kept? What is done twice, and deserves a
     *           function? */
    (void)c;
    todo("16.7 svd_sweep");
}
