/* embedding_backward.c - each share goes to the row of the table that it was copied from.
 *
 * An id that was looked up twice gets both shares: that is what scatter-add means.
 */
#include "op.h"
#include "todo.h"

void embedding_backward(Closure *c, Tensor *dy)
{
    /* TODO: hand the table its gradient.
     *
     * CONTRACT  c->capture is the EmbeddingCapture of 11.3, the table c->in[0]. Its gradient
     *           grows by the shares that dy (..., C) holds for its rows.
     * BUDGET    any right gradient: 9 points (a share as large as the table is one way). Beside a
     *           gradient that is there, memory of the order of the looked-up rows: the last 7.
     * EXAMPLE   table (4, 2), ids = [0, 2, 0], dy = [[1, 2], [3, 4], [10, 20]]
     *           table->grad = [[11, 22], [0, 0], [3, 4], [0, 0]]
     * HOLDS     two look-ups of one table add. Twice dy, twice the gradient. A row that was not
     *           looked up has 0.
     * YOU HAVE  what closure.h has for gradients; your 11.2
     * THINK     in module 06 each share was a tensor as large as its input: what would that be
     *           for a table (50,257, 768) and 5 ids? Must a share be a tensor? */
    todo("11.4 embedding_backward");
}
