/* position_code.c - a code of positions of your own. */
#include "attention_shared.h"
#include "todo.h"
#include <math.h>

/* ---- 11.7 ---------------------------------------------------------------------------------------- */

void position_code(Tensor *table, double apart)
{
    position_code_check(table, apart); /* given: (T, C), contiguous, C at least 2 */

    /* TODO: rows by which T positions can be told apart.
     *
     * CONTRACT  the product of rows p and q depends on the distance q - p alone. No number is beyond
     *           1, and none below -1. Two different rows are at least `apart` from each other: the
     *           root of the sum of squared differences. C may be odd.
     * BUDGET    at most 40 positions: 5 points. Up to 4096 of them, 8 to 16 channels, 0.1 apart: 5
     *           more. Few channels, 2 to 7, and rows nearly as far apart as they can be, `apart` at
     *           most 0.7 of 2 pi / T^(1/P) with P pairs of channels: the last 5. T may be 1.
     * EXAMPLE   T 4, C 2: [1, 0], [0, 1], [-1, 0], [0, -1]. Neighbours have the product 0, rows 0
     *           and 2 have -1, as have 1 and 3; the nearest two rows are 1.41 apart.
     * HOLDS     each row has the same product with itself. With the table of 11.5 some of this holds,
     *           and some does not: look which.
     * YOU HAVE  sin, cos, pow; rng_seed and rng_uniform, if you would rather try than think
     * THINK     if products depend on the distance alone, how many distances of rows have to be
     *           looked at to know the nearest two of T? A clock tells 43,200 seconds apart with three
     *           hands: where is each hand when the next slower one has moved on by one mark? What may
     *           a channel hold that has no partner? */
    todo("11.7 position_code");
}
