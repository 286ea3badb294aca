/* svd_sort.c - columns that are orthogonal become u, their lengths s, the longest first.
 *
 * Invariant: u, s and v stand in one order.
 */
#include <math.h>
#include "forms_check.h"

static double column_length(const SvdColumns *c, long j)
{
    double sum = 0;
    for (long i = 0; i < c->m; i++)
        sum += c->column[j * c->m + i] * c->column[j * c->m + i];
    return sqrt(sum);
}

/* How many columns come before column j. */
static long place(const double *length, long n, long j)
{
    long before = 0;
    for (long i = 0; i < n; i++)
        before += length[i] > length[j] || (length[i] == length[j] && i < j);
    return before;
}

EXERCISE
void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n));
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));
    double *length = scope_alloc(scope_current(), (size_t)(c->n + 1) * sizeof *length);
    for (long j = 0; j < c->n; j++)
        length[j] = column_length(c, j);
    for (long j = 0; j < c->n; j++) {
        long k = place(length, c->n, j);
        out->s->data[k] = (real)length[j];
        for (long i = 0; i < c->m && length[j] > 0; i++)
            out->u->data[i * c->n + k] = (real)(c->column[j * c->m + i] / length[j]);
        for (long i = 0; i < c->n; i++)
            out->v->data[i * c->n + k] = (real)c->v[j * c->n + i];
    }
}
