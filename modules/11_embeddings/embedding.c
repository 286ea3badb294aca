/* embedding.c - a learned row of numbers for each token.
 *
 * Looking up row i is the product of a one-hot vector with the table, without the zeros: the
 * gradient reaches only the rows that were looked up, once for each time.
 *
 * Invariant: ids are whole numbers in [0, V). They never pass through a float.
 */
#include "embedding.h"
#include "todo.h"

Embedding *embedding_new(long vocabulary, long channels, Rng *rng)
{
    embedding_check(vocabulary, channels); /* given */
    UNDO_ON_FAIL;

    /* TODO: a module with one parameter: a row of `channels` numbers for each id of the vocabulary.
     *
     * CONTRACT  e->weight (V, C), registered as "weight", drawn from rng, normal with mean 0 and
     *           standard deviation 1. The module is of the kind "Embedding", and has no forward
     *           function (NULL): what goes in is ids. Either size may be 0.
     * EXAMPLE   embedding_new(65, 32, rng): a table (65, 32), 2,080 numbers to learn
     * YOU HAVE  module_new(size, kind, forward), module_parameter(&e->module, name, SHAPE(...)),
     *           init_normal
     * THINK     parameters are zeros when they are made. What would equal rows learn? */
    return todo("11.5 embedding_new");
}
