/* embedding_forward.c - the lookup of a module's table, a table with padding, and sizes that no
 * table has. */
#include <string.h>
#include "embedding.h"

void embedding_check(long vocabulary, long channels)
{
    if (vocabulary < 0 || channels < 0)
        fail("embedding_new: vocabulary is %ld and channels %ld, expected none below 0", vocabulary,
             channels);
}

Embedding *embedding_padded_new(long vocabulary, long channels, long padding, Rng *rng)
{
    embedding_check(vocabulary, channels);
    if (padding < -vocabulary || padding >= vocabulary)
        fail("embedding_padded_new: padding is %ld, expected an id of a table of %ld rows", padding,
             vocabulary);
    Embedding *e = embedding_new(vocabulary, channels, rng);
    e->padded = true;
    e->padding = (int)(padding < 0 ? padding + vocabulary : padding);
    memset(e->weight->data + e->padding * channels, 0, (size_t)channels * sizeof(real));
    return e;
}

Tensor *embedding_forward(Embedding *e, const IntTensor *ids)
{
    return e->padded ? tensor_embedding_padded(e->weight, ids, e->padding)
                     : tensor_embedding(e->weight, ids);
}
