/* position.c - where a token stands.
 *
 * Attention by itself does not know order: shuffle the tokens and the outputs are shuffled alike. So
 * each position gets a vector of its own, added to the token's. It is learned, or made of sines and
 * cosines: sinusoidal.c.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 11.6 ---------------------------------------------------------------------------------------- */

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x); /* given */

    /* TODO: tell the tokens of x (B, T, C) where they stand.
     *
     * CONTRACT  the vectors of a table (max_T, C), as in the example; x may be shorter than the
     *           table, and has any number of sequences. x, and a table that is learned, get
     *           their gradients.
     * EXAMPLE   x (1, 2, 2) = [[[1, 2], [3, 4]]], table = [[10, 20], [30, 40], [50, 60]]
     *           -> [[[11, 22], [33, 44]]]
     * HOLDS     a shorter text gets the beginning of what a longer one gets. Sequences that are
     *           alike stay alike.
     * YOU HAVE  operations on whole tensors (operations.h)
     * THINK     two shapes have to come together, and a gradient has to come back: what of it do
     *           operations of modules 01 and 06 do for you? */
    return todo("11.6 positions_forward");
}
