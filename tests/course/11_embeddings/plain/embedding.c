/* embedding.c - a learned row of numbers for each token. */
#include "embedding.h"

Embedding *embedding_new(long vocabulary, long channels, Rng *rng)
{
    embedding_check(vocabulary, channels);
    UNDO_ON_FAIL;

    Embedding *e = module_new(sizeof(Embedding), "Embedding", NULL);
    Tensor *table = module_parameter(&e->module, "weight", SHAPE(vocabulary, channels));
    init_normal(table, 0, 1, rng);
    e->weight = table;
    return e;
}
