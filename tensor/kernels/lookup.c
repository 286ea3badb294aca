/* lookup.c - rows of a table by their ids, and gradients added back to them.
 *
 * Looking up is copying rows: out row i is table row ids[i]. The way back is adding: table row
 * ids[i] gets dy row i on top of what it has, so an id that was looked up twice gets two shares.
 *
 * Invariant: every id is checked before anything is written.
 */
#include "gather.h"

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
