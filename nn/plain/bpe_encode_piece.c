/* bpe_encode_piece.c - one piece of a text as tokens: the merge that was learnt first is made
 * first. */
#include "bpe_parts.h"

EXERCISE
long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    for (;;) {
        long best = -1;
        for (long i = 0; i + 1 < n; i++) {
            long rank = bpe_rank(b, (BpePair){ids[i], ids[i + 1]});
            if (rank >= 0 && (best < 0 || rank < best))
                best = rank;
        }
        if (best < 0)
            return n;
        n = bpe_merge(ids, n, b->merges[best], b->merged[best]);
    }
}
