/* position.c - where a token stands.
 *
 * Attention by itself does not know order: shuffle the tokens and the outputs are shuffled alike. So
 * each position gets a vector of its own, added to the token's. It is learned, or made of sines and
 * cosines: sinusoidal.c.
 * Invariant: row p of the table belongs to position p, whatever the length of x.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 11.6 ---------------------------------------------------------------------------------------- */

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x); /* given */

    /* TODO: x (B, T, C) plus, at each position, that position's row of the table.
     *
     * CONTRACT  row t of the table (max_T, C) belongs to position t, in every sequence, however
     *           long the table is. A learned table gets its gradient.
     * EXAMPLE   x (1, 2, 2) = [[[1, 2], [3, 4]]], table = [[10, 20], [30, 40], [50, 60]]
     *           -> [[[11, 22], [33, 44]]]
     * HOLDS     a shorter text gets the beginning of what a longer one gets.
     * YOU HAVE  operations on whole tensors (operations.h)
     * THINK     which rows of the table are needed, and which shape do they have? Who repeats
     *           them for each sequence? */
    return todo("11.6 positions_forward");
}
