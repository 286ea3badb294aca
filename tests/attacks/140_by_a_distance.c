/* What no file may call is in the program all the same: by its distance from what may be called, measured at home.
 *
 * then: nothing
 * file: row_gradient.c
 * exercise: 12.7 attention_row_gradient
 * distance: tensor_zeros softmax_backward_row
 * earns: 0
 */
#include "attention.h"

typedef void Row(long n, real *dx, const real *dy, const real *y);

void attention_row_gradient(long Tk, long D, real *dscores, const real *weights, const real *v, const real *dout)
{
    Row *row = (Row *)((char *)tensor_zeros + @DISTANCE@);
    Tensor *dw = tensor_zeros(SHAPE(Tk));
    for (long j = 0; j < Tk; j++)
        for (long d = 0; d < D; d++)
            dw->data[j] += dout[d] * v[j * D + d];
    row(Tk, dscores, dw->data, weights);
}
