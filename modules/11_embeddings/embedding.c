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
     * APPROACH
     *   1. module_new(sizeof *e, "Embedding", NULL) gives the Embedding, zeroed. NULL: there is no
     *      forward from tensor to tensor, because what goes in is ids.
     *   2. e->weight is a parameter named "weight": module_parameter registers it with the module, so
     *      that optimizers and files find it.
     *   3. Its numbers are 0 now, and equal rows would stay equal: draw them from rng, normal with
     *      mean 0 and standard deviation 1 (init_normal).
     *
     * EXAMPLE
     *   embedding_new(65, 32, rng): a table (65, 32), 2,080 numbers to learn
     *
     * HINT: rows are tokens, columns are channels: (V, C). */
    return todo("11.5 embedding_new");
}
