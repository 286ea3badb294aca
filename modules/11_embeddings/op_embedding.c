/* op_embedding.c - rows of a table by their ids, recorded. The way back is embedding_backward.c. */
#include "op.h"
#include "gather.h"
#include "todo.h"

Tensor *tensor_embedding(Tensor *table, const IntTensor *ids)
{
    lookup_check_shapes(table, ids); /* given */

    /* TODO: table (V, C) and ids (...) -> (..., C), recorded.
     *
     * CONTRACT  the operation is called "embedding", its way back is embedding_backward (11.4);
     *           its other members may stay 0. What 11.4 needs, it finds in the closure, the ids in
     *           an EmbeddingCapture (op.h). A single id without axes gives (C).
     * EXAMPLE   table (5, 4), ids (2, 3)   ->   (2, 3, 4): a vector of 4 for each of the 2 * 3 tokens
     * HOLDS     a table that wants no gradient: nothing is recorded.
     * YOU HAVE  embedding_kernel, tensor_new, and what closure.h has for an operation
     * THINK     do gradients flow to ids? How many axes has the result, and what is the size of
     *           the last? */
    return todo("11.3 tensor_embedding");
}
