/* embedding.c - a learned row of numbers for each token.
 *
 * Looking up row i is the product of a one-hot vector with the table, without the zeros: the
 * gradient reaches only the rows that were looked up, once for each time.
 *
 * Invariant: ids are whole numbers in [0, V). They never pass through a float.
 */
#include "embedding.h"

EXERCISE
Embedding *embedding_new(long vocabulary, long channels, Rng *rng)
{
    embedding_check(vocabulary, channels);
    UNDO_ON_FAIL;
    Embedding *e = module_new(sizeof *e, "Embedding", NULL);
    e->weight = module_parameter(&e->module, "weight", SHAPE(vocabulary, channels));
    init_normal(e->weight, 0, 1, rng);
    return e;
}
