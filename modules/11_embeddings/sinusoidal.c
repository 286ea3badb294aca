/* sinusoidal.c - a position as clock hands that turn at different speeds.
 *
 * From once in 2 pi steps to once in 10000 * 2 pi:
 *
 *     table[p][2i]     = sin(p / 10000^(2i/C))
 *     table[p][2i + 1] = cos(p / 10000^(2i/C))
 *
 * Position p + k is a rotation of position p by an angle that depends on k alone, so "k steps back"
 * is a linear map.
 * Source: Vaswani et al. 2017, section 3.5.
 */
#include "attention_shared.h"
#include "todo.h"
#include <math.h>

/* table is (T, C) and contiguous. */
void fill_sinusoidal(Tensor *table)
{
    /* TODO: table[p][2i] = sin(p / 10000^(2i/C)), table[p][2i + 1] = cos(the same angle).
     *
     * APPROACH
     *   1. T and C are table->shape[0] and table->shape[1].
     *   2. For every position p and every channel c: which pair i does channel c belong to? Channels
     *      0 and 1 are pair 0, channels 2 and 3 pair 1: i = c / 2.
     *   3. angle = p / pow(10000, 2i / C), in double. 2 * i / C with whole numbers is 0: cast first.
     *   4. An even channel is the sine, an odd one the cosine. Element (p, c) is
     *      table->data[p * C + c]; cast to real.
     *
     * EXAMPLE
     *   C = 4: pair 0 turns by 1 per step, pair 1 by 1 / 10000^(2/4) = 0.01
     *   p = 0:   0       1        0     1
     *   p = 1:   0.8415  0.5403   0.01  0.99995
     *
     * HINT: go channel by channel rather than pair by pair: then an odd C needs no special case (its
     * last sine has no cosine). */
    todo("11.6 fill_sinusoidal");
}
