/* embedding_backward.c - each share goes to the row of the table that it was copied from.
 *
 * An id that was looked up twice gets both shares: that is what scatter-add means.
 */
#include "op.h"

EXERCISE
void embedding_backward(Closure *c, Tensor *dy)
{
    const EmbeddingCapture *capture = c->capture;
    Tensor *dtable = grad_buffer(c->in[0], NULL);
    embedding_scatter_add(dtable, dy, capture->ids);
}
