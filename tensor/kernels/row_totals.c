/* row_totals.c - many shares for few rows, added up in double.
 *
 * A token that occurs a million times has a million shares, and a sum in float forgets the later
 * ones. Only rows that are named have a total: a batch names few rows of a large table. Most of
 * those it names once; they take turns in one place, which stays in the cache: a row with a single
 * share is rounded once wherever it waits.
 */
#include "gather.h"

enum { NOT_NAMED = -2, NAMED_ONCE = -1 };

/* Numbers the rows that ids name more than once. */
static void number_rows(RowTotals *t, long n, const int *ids)
{
    for (long i = 0; i < n; i++)
        t->place[ids[i]] = NOT_NAMED;
    for (long i = 0; i < n; i++) {
        long *place = &t->place[ids[i]];
        if (*place == NAMED_ONCE) {
            *place = t->repeated;
            t->row[t->repeated++] = ids[i];
        } else if (*place == NOT_NAMED) {
            *place = NAMED_ONCE;
        }
    }
}

static void load(const RowTotals *t, double *total, long row)
{
    const real *from = t->table->data + row * t->table->stride[0];
    for (long c = 0, C = t->table->shape[1]; c < C; c++)
        total[c] = (double)from[c * t->table->stride[1]];
}

static void store(const RowTotals *t, const double *total, long row)
{
    real *to = t->table->data + row * t->table->stride[0];
    for (long c = 0, C = t->table->shape[1]; c < C; c++)
        to[c * t->table->stride[1]] = (real)total[c];
}

RowTotals row_totals_open(const char *operation, Tensor *table, const IntTensor *ids)
{
    gather_check_ids(operation, "id", ids, table->shape[0]);
    RowTotals t = {.scratch = scope_open(), .table = table, .in_turn = -1};
    long n = int_tensor_numel(ids), C = table->shape[1];
    t.place = scope_alloc(t.scratch, (size_t)table->shape[0] * sizeof *t.place);
    t.row = scope_alloc(t.scratch, (size_t)n * sizeof *t.row);
    number_rows(&t, n, ids->data);
    t.turn = scope_alloc(t.scratch, (size_t)C * sizeof *t.turn);
    t.total = scope_alloc(t.scratch, (size_t)(t.repeated * C) * sizeof *t.total);
    for (long i = 0; i < t.repeated; i++)
        load(&t, t.total + i * C, t.row[i]);
    return t;
}

double *row_totals_of(RowTotals *t, long row)
{
    if (t->place[row] >= 0)
        return t->total + t->place[row] * t->table->shape[1];
    if (t->in_turn != row) {
        if (t->in_turn >= 0)
            store(t, t->turn, t->in_turn);
        load(t, t->turn, row);
        t->in_turn = row;
    }
    return t->turn;
}

void row_totals_close(RowTotals *t)
{
    if (t->in_turn >= 0)
        store(t, t->turn, t->in_turn);
    for (long i = 0; i < t->repeated; i++)
        store(t, t->total + i * t->table->shape[1], t->row[i]);
    scope_close(t->scratch);
}
