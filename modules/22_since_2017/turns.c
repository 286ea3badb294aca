/* turns.c - how far each position turns each pair of numbers (Su et al. 2021, "RoFormer").
 *
 * Fast pairs tell neighbours apart, slow ones chapters. Invariant: a position has the same turns, whichever
 * positions stand beside it.
 */
#include <math.h>
#include "language_parts.h"
#include "todo.h"

/* ---- 22.2 ---------------------------------------------------------------------------------------- */

Tensor *rope_turns(const Tensor *x, RopeOptions o)
{
    rope_check(x, o); /* given: what cannot be turned, and positions that do not belong to x */

    /* TODO: cosine and sine of the angle of each pair at each position of x (..., T, D).
     *
     * CONTRACT  n pairs turn: half of o.dims, or, where that is 0, of D. From one position to the
     *           next pair 0 turns by 1, each other by the same fraction of what the one before it
     *           does; pair n, which is not there, would turn by 1 / base (o.base; 0: 10000). Slower
     *           all, where o asks for longer texts than those of the training. -> (T, 2n), row t
     *           for the position o.start + t: n cosines, then n sines. With o.positions (T) a row for
     *           each of these; with o.positions (B, T): (B, T, 2n). Right for positions of a million, too.
     * EXAMPLE   D = 4, base 100, position 3: angles 3 and 0.3, so cos 3, cos 0.3, sin 3, sin 0.3
     * HOLDS     position 0 turns nothing. Cosine and sine of one pair have squares that add up to 1.
     *           start = 5 gives the rows that stand from 5 on if start is 0.
     * YOU HAVE  math.h; rope_scaled(frequency, o), the frequency for longer texts; tensor_new. No
     *           gradient goes through angles.
     * THINK     a float has 24 bits. Of position 1,000,000 times a frequency near 1, how many are
     *           left behind the point, and what is then left of the angle? */
    return todo("22.2 rope_turns");
}
