/* tiles.c - a tile of queries meets one tile of keys after the other. */
#include "attention.h"
#define READS_ARE_HEARD
#include "cache_model.h"
#include <math.h>
#include <stdlib.h>

static int can_see(TiledHead h, long i, long j)
{
    if (!h.causal)
        return 1;
    return j <= i + h.offset;
}

static double scaled_score(TiledHead h, long i, long j)
{
    double dot = 0;
    for (long d = 0; d < h.D; d++)
        dot += (double)READ(h.q[i * h.D + d]) * (double)READ(h.k[j * h.D + d]);
    return dot / sqrt((double)h.D);
}

void attention_tile_forward(TiledHead h, long first)
{
    long last = first + h.tile;
    if (last > h.Tq)
        last = h.Tq;
    double *max = malloc((size_t)h.tile * sizeof(double));
    double *sum = malloc((size_t)h.tile * sizeof(double));
    for (long i = first; i < last; i++) {
        max[i - first] = -INFINITY;
        sum[i - first] = 0;
        for (long d = 0; d < h.D; d++)
            h.out[i * h.D + d] = 0;
    }
    for (long start = 0; start < h.Tk; start += h.tile)
        for (long i = first; i < last; i++)
            for (long j = start; j < start + h.tile && j < h.Tk; j++) {
                if (!can_see(h, i, j))
                    continue;
                double score = scaled_score(h, i, j), old = max[i - first];
                if (score > old)
                    max[i - first] = score;
                double shrink = exp(old - max[i - first]);
                double weight = exp(score - max[i - first]);
                sum[i - first] = sum[i - first] * shrink + weight;
                for (long d = 0; d < h.D; d++)
                    h.out[i * h.D + d] = (real)((double)h.out[i * h.D + d] * shrink +
                                                weight * (double)READ(h.v[j * h.D + d]));
            }
    for (long i = first; i < last; i++) {
        h.lse[i] = (real)(max[i - first] + log(sum[i - first]));
        if (sum[i - first] == 0)
            continue;
        for (long d = 0; d < h.D; d++)
            h.out[i * h.D + d] /= (real)sum[i - first];
    }
    free(max);
    free(sum);
}

void attention_tile_backward(TiledHead h, long first)
{
    for (long start = 0; start < h.Tk; start += h.tile)
        for (long i = first; i < first + h.tile && i < h.Tq; i++) {
            double mean = 0;
            for (long d = 0; d < h.D; d++)
                mean += (double)READ(h.dout[i * h.D + d]) * (double)READ(h.out[i * h.D + d]);
            for (long j = start; j < start + h.tile && j < h.Tk; j++) {
                if (!can_see(h, i, j))
                    continue;
                double weight = exp(scaled_score(h, i, j) - (double)h.lse[i]);
                double dweight = 0;
                for (long d = 0; d < h.D; d++)
                    dweight += (double)h.dout[i * h.D + d] * (double)READ(h.v[j * h.D + d]);
                double dscore = weight * (dweight - mean) / sqrt((double)h.D);
                for (long d = 0; d < h.D; d++) {
                    h.dv[j * h.D + d] += (real)(weight * (double)h.dout[i * h.D + d]);
                    h.dq[i * h.D + d] += (real)(dscore * (double)h.k[j * h.D + d]);
                    h.dk[j * h.D + d] += (real)(dscore * (double)h.q[i * h.D + d]);
                }
            }
        }
}
