/* sinusoidal.c - a position as clock hands that turn at different speeds. */
#include "attention_shared.h"
#include <math.h>

void fill_sinusoidal(Tensor *table)
{
    long T = table->shape[0], C = table->shape[1];
    for (long p = 0; p < T; p++) {
        for (long c = 0; c < C; c++) {
            long pair = c / 2;
            double exponent = 2.0 * (double)pair / (double)C;
            double angle = (double)p / pow(10000, exponent);
            double value;
            if (c % 2 == 0)
                value = sin(angle);
            else
                value = cos(angle);
            tensor_set(table, AT(p, c), (real)value);
        }
    }
}
