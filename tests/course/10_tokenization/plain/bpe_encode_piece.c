/* bpe_encode_piece.c - one piece of a text as tokens. */
#include "bpe_parts.h"

/* The lowest rank of all neighbours; -1: none can be merged. */
static long first_rank(const Bpe *b, const int *ids, long n)
{
    long best = -1;
    for (long i = 0; i + 1 < n; i++) {
        BpePair pair = {ids[i], ids[i + 1]};
        long rank = bpe_rank(b, pair);
        if (rank == -1)
            continue;
        if (best == -1 || rank < best)
            best = rank;
    }
    return best;
}

long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    long rank = first_rank(b, ids, n);
    while (rank != -1) {
        n = bpe_merge(ids, n, b->merges[rank], b->merged[rank]);
        rank = first_rank(b, ids, n);
    }
    return n;
}
