/* gather.c - pick rows and elements by whole numbers, and add gradients back where they came from.
 *
 * Looking up is copying rows: out row i is table row ids[i]. The way back is adding: table row ids[i]
 * gets dy row i on top of what it has, so an id that was looked up twice gets two shares.
 *
 * Invariant: every index is checked before anything is written.
 */
#include <string.h>
#include "contiguous.h"
#include "todo.h"

/* ---- checks: given ------------------------------------------------------------------------------ */

static void check_ids(const char *operation, const char *what, const IntTensor *ids, long size)
{
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++)
        if (ids->data[i] < 0 || ids->data[i] >= size)
            fail("%s: %s %d at position %ld is outside [0, %ld)", operation, what, ids->data[i], i,
                 size);
}

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

/* ---- 11.1 ---------------------------------------------------------------------------------------- */

void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids)
{
    check_rows(out, table, ids); /* given */

    /* TODO: out (..., C): for each of the ids (...), a copy of the row of table (V, C) that it names.
     *
     * APPROACH
     *   1. check_ids (above): no id may lie outside [0, V), and that is settled before anything is
     *      written. Call it with "tensor_embedding", "id", ids, and V.
     *   2. int_tensor_numel(ids) says how many ids there are, in however many axes; ids->data[i] is
     *      the i-th. out is contiguous, so its i-th row starts at out->data[i * C].
     *   3. For every id i and every channel c: copy one number.
     *   4. The table may be a view. Its element (row, c) lies at
     *      table->data[row * table->stride[0] + c * table->stride[1]].
     *
     * EXAMPLE
     *   table = [[10, 11], [20, 21], [30, 31]]   ids = [2, 0, 2]
     *   out   = [[30, 31], [10, 11], [30, 31]]
     *
     * HINT: i counts places in the text, ids->data[i] is the row of the table. Two different things. */
    todo("11.1 embedding_kernel");
}

/* ---- 11.2 ---------------------------------------------------------------------------------------- */

void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    check_rows(dy, dtable, ids); /* given */

    /* TODO: dtable (V, C): row ids[i] gets row i of dy (..., C) on top of what it holds.
     *
     * APPROACH
     *   1. check_ids, as in 11.1.
     *   2. dy may be a view with any strides. const Tensor *rows = contiguous_input(dy) is dy itself,
     *      or a contiguous copy of it: then row i starts at rows->data[i * C].
     *   3. The same two loops as in 11.1, with the arrow turned around, and += in place of =.
     *      dtable may be a view too: use its strides.
     *
     * EXAMPLE
     *   ids = [0, 2, 0]   dy = [[1, 2], [3, 4], [10, 20]]   dtable (4, 2), zeros before
     *   dtable = [[11, 22], [0, 0], [3, 4], [0, 0]]
     *
     * HINT: rows that no id names stay as they are. Nothing is cleared here. */
    todo("11.2 embedding_scatter_add");
}

/* ---- elements along an axis: given -------------------------------------------------------------- */

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
