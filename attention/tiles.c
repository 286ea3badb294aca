/* tiles.c - attention of one tile of queries, there and back, without a square.
 *
 * flash/ has the fast form for all heads, masks and threads; here stands the idea, for one head.
 *
 *     forward    tile of keys by tile of keys, each query takes half a softmax and merges it
 *     backward   w_ij = e^(s_ij - lse_i) again, ds_ij = w_ij (dout_i . v_j - dout_i . out_i)
 *
 * dout_i . out_i is the average of what the weights of row i matter (row_gradient.c): one number
 * per query in place of a row. Keys are the outer loop: a tile of them is carried from slow memory
 * once, and serves all queries of the tile.
 * Invariant: memory grows with tile, never with Tq x Tk.
 * Source: Dao et al. 2022, "FlashAttention", algorithms 1 and 4.
 */
#include "attention.h"
#define READS_ARE_HEARD /* make measure-12 counts them in every build */
#include "cache_model.h"
#include <math.h>
#include <string.h>

static long least(long a, long b)
{
    return a < b ? a : b;
}

/* Where the keys end that query i sees. */
static long end_of(const TiledHead *h, long i)
{
    return h->causal ? least(h->Tk, i + h->offset + 1) : h->Tk;
}

static real score_of(const TiledHead *h, long i, long j)
{
    real sum = 0;
    for (long d = 0; d < h->D; d++)
        sum += READ(h->q[i * h->D + d]) * READ(h->k[j * h->D + d]);
    return sum / (real)sqrt((double)h->D);
}

/* What query i takes from the keys from .. to - 1; scores has room for them. */
static void take_some(const TiledHead *h, long i, long from, long to, real *scores,
                      HalfSoftmax *part)
{
    part->max = (real)-INFINITY;
    part->sum = 0;
    memset(part->out, 0, (size_t)h->D * sizeof(real));
    for (long j = from; j < to; j++) {
        scores[j - from] = score_of(h, i, j);
        part->max = (real)fmax((double)part->max, (double)scores[j - from]);
    }
    for (long j = from; j < to; j++) {
        real w = (real)exp((double)(scores[j - from] - part->max));
        part->sum += w;
        for (long d = 0; d < h->D; d++)
            part->out[d] += w * READ(h->v[j * h->D + d]);
    }
}

EXERCISE
void attention_tile_forward(TiledHead h, long first)
{
    Scope *scratch = scope_open();
    long rows = least(h.tile, h.Tq - first);
    HalfSoftmax *all = scope_alloc(scratch, (size_t)rows * sizeof *all);
    real *scores = scope_alloc(scratch, (size_t)h.tile * sizeof(real));
    HalfSoftmax part = {.out = scope_alloc(scratch, (size_t)h.D * sizeof(real))};
    memset(h.out + first * h.D, 0, (size_t)(rows * h.D) * sizeof(real));
    for (long r = 0; r < rows; r++)
        all[r] = (HalfSoftmax){(real)-INFINITY, 0, h.out + (first + r) * h.D};
    for (long from = 0; from < h.Tk; from += h.tile)
        for (long r = 0; r < rows; r++) {
            take_some(&h, first + r, from, least(from + h.tile, end_of(&h, first + r)), scores,
                      &part);
            attention_merge(&all[r], &part, h.D);
        }
    for (long r = 0; r < rows; r++) {
        for (long d = 0; d < h.D && all[r].sum > 0; d++)
            all[r].out[d] /= all[r].sum;
        h.lse[first + r] = all[r].max + (real)log((double)all[r].sum);
    }
    scope_close(scratch);
}

/* One pair: the weight is made again, and three gradients get their share. */
static void pair_backward(const TiledHead *h, long i, long j, real average)
{
    const long D = h->D;
    real w = (real)exp((double)(score_of(h, i, j) - h->lse[i])), dw = 0;
    for (long d = 0; d < D; d++) {
        dw += READ(h->dout[i * D + d]) * READ(h->v[j * D + d]);
        h->dv[j * D + d] += w * h->dout[i * D + d];
    }
    real ds = w * (dw - average) / (real)sqrt((double)D);
    for (long d = 0; d < D; d++) {
        h->dq[i * D + d] += ds * READ(h->k[j * D + d]);
        h->dk[j * D + d] += ds * READ(h->q[i * D + d]);
    }
}

EXERCISE
void attention_tile_backward(TiledHead h, long first)
{
    Scope *scratch = scope_open();
    long rows = least(h.tile, h.Tq - first);
    real *average = scope_alloc(scratch, (size_t)rows * sizeof(real)); /* dout . out */
    for (long r = 0; r < rows; r++) {
        average[r] = 0;
        for (long d = 0; d < h.D; d++)
            average[r] += READ(h.dout[(first + r) * h.D + d]) * READ(h.out[(first + r) * h.D + d]);
    }
    for (long from = 0; from < h.Tk; from += h.tile)
        for (long r = 0; r < rows; r++)
            for (long j = from; j < least(from + h.tile, end_of(&h, first + r)); j++)
                pair_backward(&h, first + r, j, average[r]);
    scope_close(scratch);
}
