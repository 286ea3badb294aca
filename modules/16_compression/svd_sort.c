/* svd_sort.c - columns that are orthogonal become u, their lengths s, the longest first. */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.13 --------------------------------------------------------------------------------------- */

void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n)); /* given: room */
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));

    /* TODO: the columns are orthogonal now. s is their lengths, largest first (of equal ones the one in front); u the
     * columns in that order, each divided by its length; v the columns of c->v in that order.
     *
     * APPROACH
     *   1. The length of each column: prepare room by scope_alloc(scope_current(), bytes), or compute it when asked.
     *   2. Which place does column j get? As many columns as are longer, or as long and in front of it, come before.
     *   3. out->u->data[i * c->n + place], out->v->data[i * c->n + place]: both are row-major, the columns here are not.
     *
     * EXAMPLE
     *   columns (0, 2) and (3, 0): s = 3, 2, u = 1 0    v = 0 1
     *                                            0 1        1 0
     *
     * HINT: a column of length 0 cannot be divided: it stays 0. */
    todo("16.13 svd_sort");
}
