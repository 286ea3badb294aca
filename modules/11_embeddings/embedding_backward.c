/* embedding_backward.c - each share goes to the row of the table that it was copied from.
 *
 * An id that was looked up twice gets both shares: that is what scatter-add means.
 */
#include "op.h"
#include "todo.h"

void embedding_backward(Closure *c, Tensor *dy)
{
    /* TODO: hand the table its gradient: row ids[i] gets row i of dy.
     *
     * APPROACH
     *   1. const EmbeddingCapture *capture = c->capture holds what you captured in 11.3: the ids.
     *   2. The table is c->in[0]. Tensor *dtable = grad_buffer(c->in[0], NULL) is its own gradient, to
     *      add to: zeros if this is the first share, else with the shares of others in it. No second
     *      table of the same size is needed.
     *   3. embedding_scatter_add (11.2).
     *
     * EXAMPLE
     *   table (4, 2), ids = [0, 2, 0], dy = [[1, 2], [3, 4], [10, 20]]
     *   table->grad = [[11, 22], [0, 0], [3, 4], [0, 0]]
     *   A second lookup of the same table adds to this; it does not start again.
     *
     * HINT: three lines, and no grad_add. Whole numbers have no gradient: the ids get nothing. */
    todo("11.4 embedding_backward");
}
