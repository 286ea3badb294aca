/* embedding.c - a learned row of numbers for each token, and a table with a row for padding.
 *
 * Looking up row i is the product of a one-hot vector with the table, without the zeros: the
 * gradient reaches only the rows that were looked up, once for each time.
 *
 * Invariant: ids are whole numbers in [0, V). They never pass through a float.
 */
#include <string.h>
#include "embedding.h"

void embedding_check(long vocabulary, long channels)
{
    if (vocabulary < 0 || channels < 0)
        fail("embedding_new: vocabulary is %ld and channels %ld, expected none below 0", vocabulary,
             channels);
}

Embedding *embedding_new(long vocabulary, long channels, Rng *rng)
{
    embedding_check(vocabulary, channels);
    UNDO_ON_FAIL;
    Embedding *e = module_new(sizeof *e, "Embedding", NULL);
    e->weight = module_parameter(&e->module, "weight", SHAPE(vocabulary, channels));
    init_normal(e->weight, 0, 1, rng);
    return e;
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
