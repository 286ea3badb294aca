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
     * CONTRACT  n rows, whatever they hold: floats, ints, pictures. An index may come more than
     *           once. Rows of 0 bytes, or no rows, copy nothing (and there may be no memory to
     *           copy from). in is only read.
     * EXAMPLE   in = [[10, 11], [20, 21], [30, 31]], in double: row = 16 bytes
     *           indices = [2, 0, 2]   ->   out = [[30, 31], [10, 11], [30, 31]]
     * HOLDS     indices 0, 1, 2, ...: out is in.
     * YOU HAVE  memcpy
     * THINK     you could go over the rows of out, or over those of in: which is easier, if an
     *           index may come twice, or not at all? How long is a step of a pointer in C? */
    todo("05.1 pick_rows");
}
