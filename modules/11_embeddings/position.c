/* position.c - where a token stands.
 *
 * Attention by itself does not know order: shuffle the tokens and the outputs are shuffled alike. So
 * each position gets a vector of its own, added to the token's. It is learned, or made of sines and
 * cosines: sinusoidal.c.
 * Invariant: row p of the table belongs to position p, whatever the length of x.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 11.7 ---------------------------------------------------------------------------------------- */

PositionalEncoding *positions_learned_new(long max_T, long C, Rng *rng)
{
    position_check_table("positions_learned_new", max_T, C); /* given */
    UNDO_ON_FAIL;

    /* TODO: a module with one parameter, a row of C numbers for each position below max_T.
     *
     * APPROACH
     *   1. module_new for a PositionalEncoding, of the kind "PositionalEncoding".
     *   2. Its table is a parameter named "weight" of shape (max_T, C): module_parameter.
     *   3. learned is true: others read it.
     *   4. Start with normal numbers of mean 0 and standard deviation 0.02, drawn from rng.
     *   5. tensor_named(p->table, "positions"): drawings show the name.
     *
     * EXAMPLE
     *   positions_learned_new(1024, 768, rng) has 786,432 numbers to learn: GPT-2's table
     *
     * HINT: embedding_new (11.5), another name for the table, and a smaller start. */
    return todo("11.7 positions_learned_new");
}

/* ---- 11.8 ---------------------------------------------------------------------------------------- */

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x); /* given */

    /* TODO: x (B, T, C) plus the first T rows of the table: row t is added to every token at position
     * t, in every sequence of the batch.
     *
     * APPROACH
     *   1. The table is (max_T, C), and x has T = x->shape[1] positions. Take the rows 0 to T - 1: tensor_slice
     *      along axis 0, from 0 to T, in steps of 1.
     *   2. (B, T, C) + (T, C): broadcasting lines up the last axes, and B is repeated by itself.
     *   3. Both are recorded operations, so a learned table gets its gradient without another line.
     *
     * EXAMPLE
     *   x (1, 2, 2) = [[[1, 2], [3, 4]]], table = [[10, 20], [30, 40], [50, 60]]
     *   -> [[[11, 22], [33, 44]]]: the row of position 2 is not used
     *
     * HINT: two operations, one line each. */
    return todo("11.8 positions_forward");
}
