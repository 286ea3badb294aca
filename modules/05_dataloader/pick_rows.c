/* pick_rows.c - a batch is some rows of the data, copied one below the other.
 *
 * Invariant: an index is a row that is there; the same one may be asked for more than once.
 */
#include "data_parts.h"
#include "todo.h"
#include <string.h>

/* ---- 05.1 ------------------------------------------------------------------------------------ */

void pick_rows(void *out, const void *in, size_t row, long n, const long *indices)
{
    /* TODO: row i of out is a copy of row indices[i] of in. A row is `row` bytes.
     *
     * APPROACH
     *   1. C does not count in steps of void. As (char *)out, a step is one byte.
     *   2. Row k of anything begins k * row bytes from its start.
     *   3. For each i below n: memcpy(where row i of out begins, where the wanted row of in begins,
     *      row). A row of 0 bytes has nothing to copy.
     *
     * EXAMPLE
     *   in = [[10, 11], [20, 21], [30, 31]], in double: row = 16 bytes
     *   indices = [2, 0, 2]   ->   out = [[30, 31], [10, 11], [30, 31]]
     *
     * HINT: i is a place in the batch, indices[i] a place in the data. Only one side gets indices. */
    todo("05.1 pick_rows");
}
