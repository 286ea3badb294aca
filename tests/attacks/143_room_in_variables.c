/* The whole square of scores, and all keys and values, in variables, of which no count of memory hears.
 *
 * then: nothing
 * file: tiles.c
 * exercise: 12.9 attention_tile_forward
 * outcome: not-run
 * says: its variables outside of functions, and static ones, take
 */
#include "attention.h"
#define READS_ARE_HEARD
#include "cache_model.h"
#include "todo.h"
#include <math.h>

static real square[512][2048], k[1 << 16], v[1 << 16];

void attention_tile_forward(TiledHead h, long first)
{
    long D = h.D, rows = h.tile < h.Tq - first ? h.tile : h.Tq - first;
    for (long i = 0; i < h.Tk * D; i++)
        k[i] = READ(h.k[i]);
    for (long i = 0; i < h.Tk * D; i++)
        v[i] = READ(h.v[i]);
    for (long i = 0; i < h.Tq && i < 512; i++)
        for (long j = 0; j < h.Tk && j < 2048; j++) {
            real sum = 0;
            for (long d = 0; d < D; d++)
                sum += READ(h.q[i * D + d]) * k[j * D + d];
            square[i][j] = h.causal && j > i + h.offset ? (real)-INFINITY : sum / (real)sqrt((double)D);
        }
    for (long i = first; i < first + rows; i++) {
        real largest = (real)-INFINITY, total = 0;
        for (long j = 0; j < h.Tk; j++)
            largest = square[i][j] > largest ? square[i][j] : largest;
        for (long d = 0; d < D; d++)
            h.out[i * D + d] = 0;
        for (long j = 0; j < h.Tk && isfinite(largest); j++) {
            real w = (real)exp((double)(square[i][j] - largest));
            total += w;
            for (long d = 0; d < D; d++)
                h.out[i * D + d] += w * v[j * D + d];
        }
        for (long d = 0; d < D && total > 0; d++)
            h.out[i * D + d] /= total;
        h.lse[i] = largest + (real)log((double)total);
    }
}

void attention_tile_backward(TiledHead h, long first)
{
    (void)h, (void)first;
    todo("12.19 attention_tile_backward");
}
