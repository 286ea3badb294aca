/* svd_sort.c - each column is put where its rank says. */
#include <math.h>
#include "forms_check.h"

static double length_of(const double *column, long n)
{
    double squares = 0;
    for (long i = 0; i < n; i++)
        squares += column[i] * column[i];
    return sqrt(squares);
}

void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n));
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));

    double *length = scope_alloc(scope_current(), (size_t)c->n * sizeof(double));
    for (long j = 0; j < c->n; j++)
        length[j] = length_of(c->column + j * c->m, c->m);
    for (long j = 0; j < c->n; j++) {
        long place = 0;
        for (long other = 0; other < c->n; other++)
            if (length[other] > length[j] || (length[other] == length[j] && other < j))
                place++;
        tensor_set(out->s, AT(place), (real)length[j]);
        if (length[j] > 0)
            for (long i = 0; i < c->m; i++)
                tensor_set(out->u, AT(i, place), (real)(c->column[j * c->m + i] / length[j]));
        for (long i = 0; i < c->n; i++)
            tensor_set(out->v, AT(i, place), (real)c->v[j * c->n + i]);
    }
}
