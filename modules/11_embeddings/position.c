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
     * CONTRACT  p->table (max_T, C), registered as "weight", normal with mean 0 and standard
     *           deviation 0.02, drawn from rng; its name in drawings is "positions". learned is
     *           true: others read it. The module is of the kind "PositionalEncoding".
     * EXAMPLE   positions_learned_new(1024, 768, rng) has 786,432 numbers to learn: GPT-2's table
     * YOU HAVE  as in 11.5; tensor_named(t, name)
     * THINK     why so small a start, beside tokens of size 1? */
    return todo("11.7 positions_learned_new");
}

/* ---- 11.8 ---------------------------------------------------------------------------------------- */

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x); /* given */

    /* TODO: x (B, T, C) plus, at each position, that position's row of the table.
     *
     * CONTRACT  row t of the table (max_T, C) is added to every token at position t, in every
     *           sequence; position 0 has row 0, however long the table is. A learned table gets
     *           its gradient: the sum over the sequences.
     * EXAMPLE   x (1, 2, 2) = [[[1, 2], [3, 4]]], table = [[10, 20], [30, 40], [50, 60]]
     *           -> [[[11, 22], [33, 44]]]: the row of position 2 is not used
     * HOLDS     x = 0: the first T rows, B times. A shorter text gets the beginning of what a
     *           longer one gets.
     * YOU HAVE  operations on whole tensors (operations.h)
     * THINK     which rows of the table are needed, and which shape do they have? Who repeats
     *           them for each sequence? */
    return todo("11.8 positions_forward");
}
