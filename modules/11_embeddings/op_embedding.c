/* op_embedding.c - rows of a table by their ids, recorded. The way back is embedding_backward.c. */
#include "op.h"
#include "gather.h"
#include "todo.h"

Tensor *tensor_embedding(Tensor *table, const IntTensor *ids)
{
    lookup_check_shapes(table, ids); /* given */

    /* TODO: table (V, C) and ids (...) -> (..., C), recorded.
     *
     * CONTRACT  the operation is called "embedding", its way back is embedding_backward (11.4),
     *           which is handed the closure and dy, and nothing else; its other members may stay 0.
     * EXAMPLE   table (5, 4), ids (2, 3)   ->   (2, 3, 4)        ids ()   ->   (4)
     * HOLDS     a table that wants no gradient: nothing is recorded. Two look-ups of one table:
     *           each goes back with its own ids.
     * YOU HAVE  embedding_kernel; op.h and closure.h
     * THINK     what does the way back have to know that dy does not tell? Which of it can be an
     *           input, and what is there for the rest? */
    return todo("11.3 tensor_embedding");
}
