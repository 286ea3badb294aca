/* embedding.c - a learned row of numbers for each token.
 *
 * Looking up row i is the product of a one-hot vector with the table, without the zeros: the
 * gradient reaches only the rows that were looked up, once for each time.
 *
 * Invariant: ids are whole numbers in [0, V). They never pass through a float.
 */
#include "nn.h"

Embedding *embedding_new(long vocabulary, long channels, Rng *rng)
{
    if (vocabulary < 0 || channels < 0)
        fail("embedding_new: vocabulary is %ld and channels %ld, expected none below 0", vocabulary,
             channels);
    UNDO_ON_FAIL;
    Embedding *e = module_new(sizeof *e, "Embedding", NULL);
    e->weight = module_parameter(&e->module, "weight", SHAPE(vocabulary, channels));
    init_normal(e->weight, 0, 1, rng);
    return e;
}

Tensor *embedding_forward(Embedding *e, const IntTensor *ids)
{
    return tensor_embedding(e->weight, ids);
}
