/* held_out_want.c - the mean over examples, and what an evaluation may change. */
#include "want.h"

/* ---- 08.4 trainer_mean_loss ------------------------------------------------------------------ */

/* x (N, D), of which the rows count that are not ignored, in batches or not. */
double mean_loss_want(const Tensor *w, const Tensor *x)
{
    long N = x->shape[0], D = x->shape[1];
    double at[D_MOST], unused[D_MOST];
    for (long d = 0; d < D; d++)
        at[d] = (double)w->data[d];
    return plain_batch(at, values(SHAPE(1, N, D), N * D, x->data), 0, 0, unused);
}

/* ---- 08.5 trainer_evaluate ------------------------------------------------------------------- */

Tensor *switches_want(void)
{
    return values(SHAPE(2, 3), VALUES(0, 0, 0, 1, 1, 1));
}

/* (n, 3): after each evaluation the best, how often improved was told, and the best it saw; told: is
 * there somebody to tell? */
Tensor *best_want(double best, const Tensor *answers, bool told)
{
    long n = answers->shape[0];
    double times_told = 0, seen = 0;
    Tensor *out = blank(SHAPE(n, 3));
    for (long i = 0; i < n; i++) {
        double loss = (double)answers->data[i];
        if (loss < best) {
            best = loss;
            times_told += told;
            seen = told ? best : 0;
        }
        out->data[3 * i] = (real)best;
        out->data[3 * i + 1] = (real)times_told;
        out->data[3 * i + 2] = (real)seen;
    }
    return out;
}
