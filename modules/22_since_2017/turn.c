/* turn.c - a query or a key says where it stands by turning.
 *
 * Which two numbers of a row turn together is a convention; weights trained with one make no sense with the other.
 * Invariant: a row keeps its length.
 */
#include "language_parts.h"
#include "todo.h"

/* ---- 22.3 ---------------------------------------------------------------------------------------- */

Tensor *composed_rope(Tensor *x, RopeOptions options)
{
    /* TODO: each pair (a, b) of a row of x turned by its angle, as the hand of a clock.
     *
     * CONTRACT  x (..., T, D) -> its shape. ROPE_INTERLEAVED: pair i is the numbers 2i and 2i + 1;
     *           ROPE_HALF: i and i + n, with n pairs. What is behind 2n in a row stays as it is.
     *           The angles are those of 22.2: (T, 2n) for all, or (B, T, 2n), one set for each
     *           of x's first axis, whatever axes stand between. Made of operations.
     * EXAMPLE   T = 1, start = 1, D = 2: [1, 0] becomes [cos 1, sin 1], and [0, 1]
     *           what is a quarter of a circle ahead of it
     * HOLDS     the product of a query at position p and a key at q is that at p + 7 and q + 7.
     *           Turned to where it stood and back it is x again.
     * YOU HAVE  rope_turns (22.2); operations.h
     * THINK     a turn is a matrix of two by two. What is its transpose, and so, what does the way
     *           back do to a gradient? */
    return todo("22.3 composed_rope");
}
