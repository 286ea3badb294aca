/* svd_sort.c - columns that are orthogonal become u, their lengths s, the longest first. */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.8 ---------------------------------------------------------------------------------------- */

void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n)); /* given: room */
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));

    /* TODO: the columns are orthogonal now: s is their lengths, the largest first; u the columns in
     * that order, each divided by its length; v those of c->v.
     *
     * CONTRACT  of equal lengths the one in front comes first. A column of length 0 stays 0. u
     *           and v are row-major, the columns here are not.
     * EXAMPLE   columns (0, 2) and (3, 0): s = 3, 2, u = 1 0    v = 0 1
     *                                                    0 1        1 0
     * HOLDS     u diag(s) is the columns, in another order.
     * YOU HAVE  scope_alloc(scope_current(), bytes)
     * THINK     which place does a column get, if nothing is sorted: how many come before it? */
    todo("16.8 svd_sort");
}
