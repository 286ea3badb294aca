/* tiles_want.c - what is right in 12.9 and 12.10, by squares: all weights at once. */
#include "want.h"

static bool is_of_tile(const OneHead *x, long first, long i)
{
    return i >= first && i < first + x->head.tile;
}

static bool sees(const OneHead *x, long i, long j)
{
    return !x->head.causal || j <= i + x->head.offset;
}

static Tensor *scores_of(const OneHead *x)
{
    Tensor *scores =
        plain_scaled(plain_matmul(x->q, plain_transpose(x->k, 0, 1)), 1 / sqrt((double)x->head.D));
    for (long n = 0; n < x->head.Tq * x->head.Tk; n++)
        if (!sees(x, n / x->head.Tk, n % x->head.Tk))
            scores->data[n] = (real)-INFINITY;
    return scores;
}

/* (Tq, Tk), with zeros for queries of other tiles. */
static Tensor *weights_of(const OneHead *x, long first)
{
    Tensor *weights = plain_softmax(scores_of(x), 1);
    for (long n = 0; n < x->head.Tq * x->head.Tk; n++)
        weights->data[n] *= is_of_tile(x, first, n / x->head.Tk);
    return weights;
}

Tensor *tile_out_want(const OneHead *x, long first)
{
    Tensor *out = plain_matmul(weights_of(x, first), x->v);
    for (long n = 0; n < x->head.Tq * x->head.D; n++)
        if (!is_of_tile(x, first, n / x->head.D))
            out->data[n] = x->out->data[n];
    return out;
}

Tensor *tile_lse_want(const OneHead *x, long first)
{
    Tensor *scores = scores_of(x), *lse = copy_of(x->lse);
    for (long i = 0; i < x->head.Tq; i++) {
        double largest = -INFINITY, sum = 0;
        for (long j = 0; j < x->head.Tk; j++)
            largest = fmax(largest, (double)scores->data[i * x->head.Tk + j]);
        for (long j = 0; j < x->head.Tk && largest > -INFINITY; j++)
            sum += exp((double)scores->data[i * x->head.Tk + j] - largest);
        if (is_of_tile(x, first, i))
            lse->data[i] = (real)(largest + log(sum));
    }
    return lse;
}

/* W (P - the average of P in its row) / sqrt(D), P = dout v^T. */
static Tensor *dscores_of(const OneHead *x, long first)
{
    long Tk = x->head.Tk;
    Tensor *weights = weights_of(x, first), *ds = blank(SHAPE(x->head.Tq, Tk));
    Tensor *dw = plain_matmul(x->dout, plain_transpose(x->v, 0, 1));
    for (long i = 0; i < x->head.Tq; i++) {
        double average = 0;
        for (long n = i * Tk; n < (i + 1) * Tk; n++)
            average += (double)weights->data[n] * (double)dw->data[n];
        for (long n = i * Tk; n < (i + 1) * Tk; n++)
            ds->data[n] = (real)((double)weights->data[n] * ((double)dw->data[n] - average) /
                                 sqrt((double)x->head.D));
    }
    return ds;
}

Tensor *tile_dq_want(const OneHead *x, long first)
{
    return plain_pair(x->dq, plain_matmul(dscores_of(x, first), x->k), plus);
}

Tensor *tile_dk_want(const OneHead *x, long first)
{
    return plain_pair(x->dk, plain_matmul(plain_transpose(dscores_of(x, first), 0, 1), x->q), plus);
}

Tensor *tile_dv_want(const OneHead *x, long first)
{
    return plain_pair(x->dv, plain_matmul(plain_transpose(weights_of(x, first), 0, 1), x->dout),
                      plus);
}

/* Several tiles, and a few rows: never a square. */
double tile_room_want(const OneHead *x)
{
    double tile = (double)x->head.tile, T = (double)(x->head.Tq + x->head.Tk);
    return (8 * tile * (tile + (double)x->head.D) + 4 * T) * sizeof(real) + 4096;
}

/* Twice, for other orders fetch some again; for each query alone it would be `tile` times. */
double tile_fetched_want(const OneHead *x)
{
    return 2 * (double)x->head.Tk;
}
