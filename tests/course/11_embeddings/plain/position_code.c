/* position_code.c - speeds are drawn until no two rows are too near; what is looked at is the distance to row 0. */
#include "attention_shared.h"
#include <math.h>

static double nearest(const double *speed, long pairs, long T)
{
    double least = 1e30;
    for (long k = 1; k < T; k++) {
        double square = 0;
        for (long i = 0; i < pairs; i++)
            square += 2 - 2 * cos((double)k * speed[i]);
        if (square < least)
            least = square;
    }
    return sqrt(least);
}

void position_code(Tensor *table, double apart)
{
    position_code_check(table, apart);

    long T = table->shape[0], C = table->shape[1], pairs = C / 2;
    Rng rng = rng_seed(11);
    double speed[64];
    do {
        for (long i = 0; i < pairs; i++)
            speed[i] = 6.283185307179586 * rng_uniform(&rng);
    } while (nearest(speed, pairs, T) < apart);

    for (long p = 0; p < T; p++) {
        real *row = table->data + p * C;
        for (long i = 0; i < pairs; i++) {
            row[2 * i] = (real)sin((double)p * speed[i]);
            row[2 * i + 1] = (real)cos((double)p * speed[i]);
        }
        if (C % 2 == 1)
            row[C - 1] = 0;
    }
}
