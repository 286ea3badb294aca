/* pack_documents.c - a table of parts; the longest that is left goes into the first row with room. */
#include "data_parts.h"

IntTensor *pack_documents(long n, const long *length, long T, Rng *rng)
{
    pack_documents_check(n, length, T);

    long most = 0;
    for (long i = 0; i < n; i++)
        most += length[i] / T + 1;
    Scope *scope = scope_current();
    size_t bytes = (size_t)(most + 1) * sizeof(long);
    long *start = scope_alloc(scope, bytes), *size = scope_alloc(scope, bytes);
    long *where = scope_alloc(scope, bytes), *column = scope_alloc(scope, bytes);
    long *used = scope_alloc(scope, bytes), *shuffled = scope_alloc(scope, bytes);

    long parts = 0, token = 0;
    for (long i = 0; i < n; i++) {
        long rest = length[i];
        while (rest > 0) {
            start[parts] = token;
            size[parts] = rest > T ? T : rest;
            token += size[parts];
            rest -= size[parts];
            parts++;
        }
    }
    long rows = 0;
    for (long wanted = T; wanted > 0; wanted--)
        for (long k = 0; k < parts; k++) {
            if (size[k] != wanted)
                continue;
            long row = 0;
            while (row < rows && used[row] + wanted > T)
                row++;
            if (row == rows)
                used[rows++] = 0;
            where[k] = row;
            column[k] = used[row];
            used[row] += wanted;
        }
    for (long row = 0; row < rows; row++)
        shuffled[row] = row;
    rng_shuffle(rng, rows, shuffled);

    IntTensor *out = int_tensor_new(SHAPE(rows, T));
    for (long row = 0; row < rows; row++)
        for (long t = 0; t < T; t++)
            out->data[row * T + t] = -1;
    for (long k = 0; k < parts; k++) {
        int *place = out->data + shuffled[where[k]] * T + column[k];
        for (long t = 0; t < size[k]; t++)
            place[t] = (int)(start[k] + t);
    }
    return out;
}
