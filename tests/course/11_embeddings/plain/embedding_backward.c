/* embedding_backward.c - each share goes to the row of the table that it was copied from. */
#include "op.h"

void embedding_backward(Closure *c, Tensor *dy)
{
    const EmbeddingCapture *capture = c->capture;
    Tensor *table = c->in[0];
    if (!table->requires_grad)
        return;
    Tensor *dtable = grad_buffer(table, NULL);
    embedding_scatter_add(dtable, dy, capture->ids);
}
