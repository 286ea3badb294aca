/* gather.c - pick rows and elements by whole numbers, and add gradients back where they came from.
 *
 * Invariant: every index is checked before anything is written, and sums run, in double, in the order
 * of the indices whatever the thread count, because threads share columns and never a sum.
 */
#include <string.h>
#include "contiguous.h"

#define COLUMNS 256 /* of a table whose sums are made at a time */

static void check_ids(const char *operation, const char *what, const IntTensor *ids, long size)
{
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++)
        if (ids->data[i] < 0 || ids->data[i] >= size)
            fail("%s: %s %d at position %ld is outside [0, %ld)", operation, what, ids->data[i], i,
                 size);
}

/* ---- rows of a table ------------------------------------------------------------------------ */

typedef struct {
    const int *ids;
    long count, n;            /* ids; C, the columns of the table */
    const long *first, *next; /* the places that name a row, in scatter_add */
    real *to;                 /* the table in scatter_add, the output in forward */
    const real *from;
    long to_row, to_column, from_row, from_column; /* strides */
} Lookup;

/* t is (..., C) for ids (...) and a table (V, C). */
static void check_rows(const Tensor *t, const Tensor *table, const IntTensor *ids)
{
    if (table->ndim != 2)
        fail("tensor_embedding: the table has shape %s, expected (V, C)", tensor_shape_text(table));
    if (t->ndim != ids->ndim + 1 || !shape_equal(ids->ndim, ids->shape, ids->ndim, t->shape) ||
        t->shape[t->ndim - 1] != table->shape[1])
        fail("tensor_embedding: rows of shape %s do not fit ids %s and a table %s",
             tensor_shape_text(t), shape_text(ids->ndim, ids->shape), tensor_shape_text(table));
}

static void copy_rows(long begin, long end, void *context)
{
    const Lookup *l = context;
    for (long i = begin; i < end; i++) {
        real *to = l->to + i * l->to_row;
        const real *from = l->from + l->ids[i] * l->from_row;
        if (l->from_column == 1)
            memcpy(to, from, (size_t)l->n * sizeof(real));
        else
            for (long c = 0; c < l->n; c++)
                to[c] = from[c * l->from_column];
    }
}

void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids)
{
    check_rows(out, table, ids);
    check_ids("tensor_embedding", "id", ids, table->shape[0]);
    long n = table->shape[1];
    Scope *scratch = scope_open();
    Tensor *written = contiguous_output(out, false);
    Lookup l = {.ids = ids->data,
                .n = n,
                .to = written->data,
                .to_row = n,
                .from = table->data,
                .from_row = table->stride[0],
                .from_column = n > 1 ? table->stride[1] : 1};
    parallel_for(int_tensor_numel(ids), n, copy_rows, &l);
    contiguous_store(out, written);
    scope_close(scratch);
}

/* The places that name a row, as a list: the first place of row v is first[v], the next one with the
 * id of place i is next[i], and -1 ends a list. Rows that no id names have no first. */
static void list_places(long count, const int *ids, long *first, long *next)
{
    for (long i = 0; i < count; i++)
        first[ids[i]] = -1;
    for (long i = count - 1; i >= 0; i--) {
        next[i] = first[ids[i]];
        first[ids[i]] = i;
    }
}

/* Columns [begin, end) of one row of the table: its shares are added in double, in their order. */
static void add_shares(const Lookup *l, long row, long begin, long end)
{
    double total[COLUMNS];
    real *to = l->to + row * l->to_row;
    if (l->next[l->first[row]] < 0) { /* one share: in double it would be the same */
        const real *share = l->from + l->first[row] * l->from_row;
        for (long c = begin; c < end; c++)
            to[c * l->to_column] += share[c];
        return;
    }
    for (long c = begin; c < end; c++)
        total[c - begin] = (double)to[c * l->to_column];
    for (long i = l->first[row]; i >= 0; i = l->next[i]) {
        const real *share = l->from + i * l->from_row;
#pragma omp simd
        for (long c = begin; c < end; c++)
            total[c - begin] += (double)share[c];
    }
    for (long c = begin; c < end; c++)
        to[c * l->to_column] = (real)total[c - begin];
}

/* Columns from line `begin` to line `end`. */
static void add_columns(long begin, long end, void *context)
{
    const Lookup *l = context;
    long last = end * CACHE_LINE < l->n ? end * CACHE_LINE : l->n;
    for (long i = 0; i < l->count; i++)
        for (long c = begin * CACHE_LINE; l->first[l->ids[i]] == i && c < last; c += COLUMNS)
            add_shares(l, l->ids[i], c, c + COLUMNS < last ? c + COLUMNS : last);
}

void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    check_rows(dy, dtable, ids);
    check_ids("tensor_embedding", "id", ids, dtable->shape[0]);
    long n = dtable->shape[1], count = int_tensor_numel(ids);
    Scope *scratch = scope_open();
    const Tensor *shares = contiguous_input(dy);
    long *first = scope_alloc(scratch, (size_t)dtable->shape[0] * sizeof *first);
    long *next = scope_alloc(scratch, (size_t)count * sizeof *next);
    list_places(count, ids->data, first, next);
    Lookup l = {.ids = ids->data,
                .count = count,
                .n = n,
                .first = first,
                .next = next,
                .to = dtable->data,
                .to_row = dtable->stride[0],
                .to_column = n > 1 ? dtable->stride[1] : 1,
                .from = shares->data,
                .from_row = n};
    parallel_for(cache_lines(n), CACHE_LINE * count, add_columns, &l);
    scope_close(scratch);
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
    check_ids(operation, "index", index, t->shape[axis]);
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

/* The numbers of one line go where their ids say. Only the totals that are named are ever touched. */
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
