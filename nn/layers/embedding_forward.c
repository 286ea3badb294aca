/* embedding_forward.c - the lookup of a module's table, and sizes that no table has. */
#include "embedding.h"

void embedding_check(long vocabulary, long channels)
{
    if (vocabulary < 0 || channels < 0)
        fail("embedding_new: vocabulary is %ld and channels %ld, expected none below 0", vocabulary,
             channels);
}

Tensor *embedding_forward(Embedding *e, const IntTensor *ids)
{
    return tensor_embedding(e->weight, ids);
}
