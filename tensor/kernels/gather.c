/* gather.c - pick elements by whole numbers along an axis, or rows of a table by their ids, and add
 * gradients back where they came from.
 *
 * Invariant: every index is checked before anything is written, and sums run, in double, in the
 * order of the indices.
 */
#include <string.h>
#include "gather.h"

/* ---- ids that name nothing, and shapes that do not fit theirs -------------------------------- */

void gather_check_ids(const char *operation, const char *what, const IntTensor *ids, long size)
{
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++)
        if (ids->data[i] < 0 || ids->data[i] >= size)
            fail("%s: %s %d at position %ld is outside [0, %ld)", operation, what, ids->data[i], i,
                 size);
}

void lookup_check(const Tensor *t, const Tensor *table, const IntTensor *ids)
{
    if (table->ndim != 2)
        fail("tensor_embedding: the table has shape %s, expected (V, C)", tensor_shape_text(table));
    if (t->ndim != ids->ndim + 1 || !shape_equal(ids->ndim, ids->shape, ids->ndim, t->shape) ||
        t->shape[t->ndim - 1] != table->shape[1])
        fail("tensor_embedding: rows of shape %s do not fit ids %s and a table %s",
             tensor_shape_text(t), shape_text(ids->ndim, ids->shape), tensor_shape_text(table));
}

void lookup_check_output(const Tensor *out, const Tensor *table, const IntTensor *ids)
{
    lookup_check(out, table, ids);
    if (!tensor_is_contiguous(out))
        fail("tensor_embedding: the output %s is a view; its rows must be contiguous. hint: "
             "tensor_new makes one for embedding_kernel to fill",
             tensor_shape_text(out));
}

void lookup_check_shapes(const Tensor *table, const IntTensor *ids)
{
    if (table->ndim != 2)
        fail("tensor_embedding: the table has shape %s, expected (vocabulary, channels)",
             tensor_shape_text(table));
    if (ids->ndim + 1 > TENSOR_MAX_AXES)
        fail("tensor_embedding: ids of shape %s leave no axis for the channels",
             shape_text(ids->ndim, ids->shape));
}

/* ---- many shares for few rows, added up in double -------------------------------------------- */

/* A token that occurs a million times has a million shares, and a sum in float forgets the later
 * ones. Only rows that are named have a total: a batch names few rows of a large table. Most of
 * those it names once; they take turns in one place, which stays in the cache: a row with a single
 * share is rounded once wherever it waits. */
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

/* ---- rows of a table: out row i is table row ids[i] ------------------------------------------ */

EXERCISE
void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids)
{
    lookup_check_output(out, table, ids);
    gather_check_ids("tensor_embedding", "id", ids, table->shape[0]);
    long C = table->shape[1];
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++) {
        long row = ids->data[i];
        for (long c = 0; c < C; c++)
            out->data[i * C + c] = table->data[row * table->stride[0] + c * table->stride[1]];
    }
}

/* The way back is adding: an id that was looked up twice gets two shares. */
EXERCISE
void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    lookup_check(dy, dtable, ids);
    long C = dtable->shape[1];
    RowTotals totals = row_totals_open("tensor_embedding", dtable, ids);
    const Tensor *rows = contiguous_input(dy);
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++) {
        double *total = row_totals_of(&totals, ids->data[i]);
        for (long c = 0; c < C; c++)
            total[c] += (double)rows->data[i * C + c];
    }
    row_totals_close(&totals);
}

/* ---- elements along an axis ------------------------------------------------------------------ */

/* index must have t's axes and, but for the axis, be nowhere larger. */
static void check_index(const char *operation, const Tensor *t, int axis, const IntTensor *index)
{
    if (index->ndim != t->ndim)
        fail("%s: index has shape %s, but the tensor has %s: both need the same number of axes",
             operation, shape_text(index->ndim, index->shape), tensor_shape_text(t));
    for (int d = 0; d < t->ndim; d++)
        if (d != axis && index->shape[d] > t->shape[d])
            fail("%s: index %s is larger than the tensor %s along axis %d, %ld against %ld",
                 operation, shape_text(index->ndim, index->shape), tensor_shape_text(t), d,
                 index->shape[d], t->shape[d]);
    gather_check_ids(operation, "index", index, t->shape[axis]);
}

static void check_picked(const char *operation, const Tensor *picked, const IntTensor *index)
{
    if (!shape_equal(picked->ndim, picked->shape, index->ndim, index->shape))
        fail("%s: the elements have shape %s, index has %s", operation, tensor_shape_text(picked),
             shape_text(index->ndim, index->shape));
}

/* The next index in row-major order. */
static void step(int ndim, const long *shape, long *at)
{
    for (int d = ndim - 1; d >= 0; d--) {
        if (++at[d] < shape[d])
            return;
        at[d] = 0;
    }
}

/* Where the element of t is that position `at` of index names along axis. */
static long named_offset(const Tensor *t, int axis, const long *at, int id)
{
    return strides_offset(t->ndim, t->stride, at) + (id - at[axis]) * t->stride[axis];
}

void gather_kernel(Tensor *out, const Tensor *a, int axis, const IntTensor *index)
{
    axis = tensor_axis("tensor_gather", axis, a);
    check_index("tensor_gather", a, axis, index);
    check_picked("tensor_gather", out, index);
    long at[TENSOR_MAX_AXES] = {0};
    for (long i = 0, n = int_tensor_numel(index); i < n; i++) {
        out->data[strides_offset(out->ndim, out->stride, at)] =
            a->data[named_offset(a, axis, at, index->data[i])];
        step(index->ndim, index->shape, at);
    }
}

/* The numbers of one line go where their ids say. Only the totals that are named are ever
 * touched. */
static void add_line(long n, const int *ids, long ids_step, real *to, long to_step,
                     const real *source, long source_step, double *total)
{
    if (n == 1) { /* in double it would be the same */
        to[ids[0] * to_step] += source[0];
        return;
    }
    for (long i = 0; i < n; i++)
        total[ids[i * ids_step]] = (double)to[ids[i * ids_step] * to_step];
    for (long i = 0; i < n; i++)
        total[ids[i * ids_step]] += (double)source[i * source_step];
    for (long i = 0; i < n; i++)
        to[ids[i * ids_step] * to_step] = (real)total[ids[i * ids_step]];
}

void scatter_add_kernel(Tensor *out, int axis, const IntTensor *index, const Tensor *source)
{
    axis = tensor_axis("tensor_scatter_add", axis, out);
    check_index("tensor_scatter_add", out, axis, index);
    check_picked("tensor_scatter_add", source, index);
    long n = index->shape[axis], at[TENSOR_MAX_AXES] = {0};
    long lines[TENSOR_MAX_AXES], step_of_ids[TENSOR_MAX_AXES];
    memcpy(lines, index->shape, sizeof lines);
    lines[axis] = 1;
    strides_row_major(index->ndim, index->shape, step_of_ids);
    Scope *scratch = scope_open();
    double *total = scope_alloc(scratch, (size_t)out->shape[axis] * sizeof *total);
    for (long i = 0, count = n > 0 ? shape_numel(index->ndim, lines) : 0; i < count; i++) {
        add_line(n, index->data + strides_offset(index->ndim, step_of_ids, at), step_of_ids[axis],
                 out->data + strides_offset(out->ndim, out->stride, at), out->stride[axis],
                 source->data + strides_offset(source->ndim, source->stride, at),
                 source->stride[axis], total);
        step(index->ndim, lines, at);
    }
    scope_close(scratch);
}
