/* row_gradient_want.c - what is right in 12.7: ds_j = w_j (dw_j - sum_i w_i dw_i), dw_j = v_j . dout. */
#include "want.h"

static double dw_of(const Tensor *v, const Tensor *dout, long j)
{
    long D = v->shape[1];
    double dw = 0;
    for (long d = 0; d < D; d++)
        dw += (double)dout->data[d] * (double)v->data[j * D + d];
    return dw;
}

Tensor *row_gradient_want(const Tensor *weights, const Tensor *v, const Tensor *dout)
{
    long Tk = weights->shape[0];
    Tensor *ds = blank(SHAPE(Tk));
    double average = 0;
    for (long j = 0; j < Tk; j++)
        average += (double)weights->data[j] * dw_of(v, dout, j);
    for (long j = 0; j < Tk; j++)
        ds->data[j] = (real)((double)weights->data[j] * (dw_of(v, dout, j) - average));
    return ds;
}
