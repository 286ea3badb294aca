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
#include <math.h>

EXERCISE
void fill_sinusoidal(Tensor *table)
{
    long T = table->shape[0], C = table->shape[1];
    for (long p = 0; p < T; p++) {
        for (long c = 0; c < C; c++) {
            long i = c / 2;
            double angle = (double)p / pow(10000, (double)(2 * i) / (double)C);
            table->data[p * C + c] = (real)(c % 2 == 0 ? sin(angle) : cos(angle));
        }
    }
}
