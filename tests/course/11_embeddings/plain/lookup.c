/* lookup.c - rows of a table by their ids, and gradients added back to them. */
#include "gather.h"

void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids)
{
    lookup_check_output(out, table, ids);

    long V = table->shape[0], C = table->shape[1];
    gather_check_ids("tensor_embedding", "id", ids, V);
    long n = int_tensor_numel(ids);
    for (long i = 0; i < n; i++) {
        long row = ids->data[i];
        for (long c = 0; c < C; c++)
            out->data[i * C + c] = tensor_get(table, AT(row, c));
    }
}

void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    lookup_check(dy, dtable, ids);

    long C = dtable->shape[1];
    long n = int_tensor_numel(ids);
    RowTotals totals = row_totals_open("tensor_embedding", dtable, ids);
    const Tensor *shares = contiguous_input(dy);
    for (long i = 0; i < n; i++) {
        long row = ids->data[i];
        double *total = row_totals_of(&totals, row);
        for (long c = 0; c < C; c++)
            total[c] += shares->data[i * C + c];
    }
    row_totals_close(&totals);
}
