/* row_totals.c - many shares for few rows, added up in double.
 *
 * A token that occurs a million times has a million shares, and a sum in float forgets the later ones.
 * Only rows that are named have a total: a batch names few rows of a large table.
 */
#include "gather.h"

/* Numbers the rows in the order in which ids name them first. */
static void number_rows(RowTotals *t, long n, const int *ids)
{
    for (long i = 0; i < n; i++)
        t->place[ids[i]] = -1;
    for (long i = 0; i < n; i++)
        if (t->place[ids[i]] < 0) {
            t->place[ids[i]] = t->named;
            t->row[t->named++] = ids[i];
        }
}

RowTotals row_totals_open(const char *operation, Tensor *table, const IntTensor *ids)
{
    gather_check_ids(operation, "id", ids, table->shape[0]);
    RowTotals t = {.scratch = scope_open(), .table = table};
    long n = int_tensor_numel(ids), C = table->shape[1];
    t.place = scope_alloc(t.scratch, (size_t)table->shape[0] * sizeof *t.place);
    t.row = scope_alloc(t.scratch, (size_t)n * sizeof *t.row);
    number_rows(&t, n, ids->data);
    t.total = scope_alloc(t.scratch, (size_t)(t.named * C) * sizeof *t.total);
    for (long i = 0; i < t.named; i++)
        for (long c = 0; c < C; c++)
            t.total[i * C + c] =
                (double)table->data[t.row[i] * table->stride[0] + c * table->stride[1]];
    return t;
}

double *row_totals_of(const RowTotals *t, long row)
{
    return t->total + t->place[row] * t->table->shape[1];
}

void row_totals_close(RowTotals *t)
{
    Tensor *table = t->table;
    long C = table->shape[1];
    for (long i = 0; i < t->named; i++)
        for (long c = 0; c < C; c++)
            table->data[t->row[i] * table->stride[0] + c * table->stride[1]] =
                (real)t->total[i * C + c];
    scope_close(t->scratch);
}
