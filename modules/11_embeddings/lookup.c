/* lookup.c - rows of a table by their ids, and gradients added back to them.
 *
 * Looking up is copying rows: out row i is table row ids[i]. The way back is adding: table row ids[i]
 * gets dy row i on top of what it has, so an id that was looked up twice gets two shares.
 *
 * Invariant: every id is checked before anything is written.
 */
#include "gather.h"
#include "todo.h"

/* ---- 11.1 ---------------------------------------------------------------------------------------- */

void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids)
{
    lookup_check_output(out, table, ids); /* given */

    /* TODO: out (..., C): for each of the ids (...), a copy of the row of table (V, C) that it names.
     *
     * APPROACH
     *   1. gather_check_ids("tensor_embedding", "id", ids, V): no id may lie outside [0, V), and that is
     *      settled before anything is written.
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
    lookup_check(dy, dtable, ids); /* given */

    /* TODO: dtable (V, C): row ids[i] gets row i of dy (..., C) on top of what it holds.
     *
     * APPROACH
     *   1. A float that has added up a million shares forgets the later ones. So the rows that ids name
     *      are lent to you in double, with what they hold, and an id outside [0, V) is refused:
     *      RowTotals totals = row_totals_open("tensor_embedding", dtable, ids). C numbers to add to
     *      are at double *total = row_totals_of(&totals, row), whatever the strides of dtable.
     *   2. dy may be a view with any strides. const Tensor *rows = contiguous_input(dy) is dy itself,
     *      or a contiguous copy of it: then row i starts at rows->data[i * C].
     *   3. The same two loops as in 11.1, with the arrow turned around, and += in place of =.
     *   4. row_totals_close(&totals) writes the totals back into dtable.
     *
     * EXAMPLE
     *   ids = [0, 2, 0]   dy = [[1, 2], [3, 4], [10, 20]]   dtable (4, 2), zeros before
     *   dtable = [[11, 22], [0, 0], [3, 4], [0, 0]]
     *
     * HINT: rows that no id names stay as they are. Nothing is cleared here. */
    todo("11.2 embedding_scatter_add");
}
