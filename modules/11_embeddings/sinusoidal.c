/* sinusoidal.c - a position as clock hands that turn at different speeds.
 *
 * From once in 2 pi steps to once in 10000 * 2 pi. Position p + k is a rotation of position p by an angle that depends on k alone, so
 * "k steps back" is a linear map.
 * Source: Vaswani et al. 2017, section 3.5.
 */
#include "attention_shared.h"
#include "todo.h"
#include <math.h>

/* table is (T, C) and contiguous. */
void fill_sinusoidal(Tensor *table)
{
    /* TODO: sine and cosine of p times the speed of pair i, in channels 2i and 2i + 1 of row p.
     *
     * CONTRACT  table is (T, C) and contiguous. Pair 0 turns by 1 a step, each further pair more
     *           slowly, by a factor that depends on C alone, a power of 10000: find it from the
     *           examples. Angles in double, whatever real is: at p = 5000 a float angle has lost
     *           the last three digits of its sine. If C is odd, the last pair has a sine and no
     *           cosine; nothing behind the row is written.
     * EXAMPLE   by how much the pairs turn in a step
     *           C = 3:   1   0.002154435
     *           C = 4:   1   0.01
     *           C = 8:   1   0.1      0.01   0.001
     * HOLDS     even C: each row has squares that add up to C / 2. The product of rows p and q
     *           depends on p - q alone.
     * YOU HAVE  pow, sin, cos
     * THINK     to which pair belongs channel c? Where is a whole-number division wanted here,
     *           and where not? */
    todo("11.5 fill_sinusoidal");
}
