/* row_gradient.c - the way back through one query's attention, with the whole table of softmax. */
#include "attention.h"
#include <stdlib.h>

void attention_row_gradient(long Tk, long D, real *dscores, const real *weights, const real *v,
                            const real *dout)
{
    double *dweights = malloc((size_t)Tk * sizeof(double));
    for (long i = 0; i < Tk; i++) {
        dweights[i] = 0;
        for (long d = 0; d < D; d++)
            dweights[i] += (double)dout[d] * v[i * D + d];
    }

    for (long j = 0; j < Tk; j++) {
        double sum = 0;
        for (long i = 0; i < Tk; i++) {
            /* d weight i / d score j */
            double slope = -(double)weights[i] * weights[j];
            if (i == j)
                slope += weights[i];
            sum += dweights[i] * slope;
        }
        dscores[j] = (real)sum;
    }
    free(dweights);
}
