/* lookup.c - rows of a table by their ids, and gradients added back to them.
 *
 * An id that was looked up twice is used twice.
 */
#include "gather.h"
#include "todo.h"

/* ---- 11.1 ---------------------------------------------------------------------------------------- */

void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids)
{
    lookup_check_output(out, table, ids); /* given */

    /* TODO: for each of the ids (...), a copy of the row of table (V, C) that it names: out (...,
     * C).
     *
     * CONTRACT  ids have any number of axes, and their numbers lie one after the other; so do
     *           those of out. The table may be a view. An id outside [0, V) is refused, the first
     *           such id is named, and out is as it was; there is no row -1.
     * EXAMPLE   table = [[10, 11], [20, 21], [30, 31]]   ids = [2, 0, 2]   ->   out = [[30, 31], [10, 11], [30, 31]]
     * HOLDS     ids 0, 1, ..., V - 1: the table.
     * YOU HAVE  gather.h, whose messages name the operation "tensor_embedding" here;
     *           int_tensor_numel(ids)
     * THINK     the third of four ids is wrong: what has happened when you find it? In which views
     *           of a table do the numbers of a row not lie side by side? */
    todo("11.1 embedding_kernel");
}

/* ---- 11.2 ---------------------------------------------------------------------------------------- */

void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    lookup_check(dy, dtable, ids); /* given */

    /* TODO: row ids[i] of dtable (V, C) gets row i of dy (..., C) on top of what it holds.
     *
     * CONTRACT  every share counts, also where an id comes a million times. Where real is float,
     *           each number of dtable is what it held and all its shares together, rounded to a
     *           float once; where real is double, sums in any order will do. dy and dtable may be
     *           views. An id outside [0, V) is refused, and nothing has changed. Nothing is
     *           cleared.
     * EXAMPLE   ids = [0, 2, 0]   dy = [[1, 2], [3, 4], [10, 20]]   dtable (4, 2), zeros before
     *           dtable = [[11, 22], [0, 0], [3, 4], [0, 0]]
     * HOLDS     dtable grows by as much as dy has, together. It is the transpose of 11.1: the
     *           sum of lookup(t) z is the sum of t scatter(z).
     * YOU HAVE  gather.h, whose messages name the operation "tensor_embedding" here;
     *           contiguous_input(dy): dy, or a contiguous copy
     * THINK     a million shares of 1 are added to a float, one after the other: does it become a
     *           million? And shares of 0.1? */
    todo("11.2 embedding_scatter_add");
}
