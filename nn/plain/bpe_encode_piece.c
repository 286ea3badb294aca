/* bpe_encode_piece.c - one piece of a text as tokens: the merge that was learnt first is made
 * first.
 *
 * ranks[i] belongs to the tokens i and i + 1. It is asked for again where a merge has changed one
 * of them, and nowhere else.
 */
#include "bpe_parts.h"

enum { NONE = -1, UNKNOWN = -2 };

static void ask_unknown(const Bpe *b, const int *ids, long *ranks, long n)
{
    for (long i = 0; i + 1 < n; i++)
        if (ranks[i] == UNKNOWN)
            ranks[i] = bpe_rank(b, (BpePair){ids[i], ids[i + 1]});
    ranks[n - 1] = NONE; /* has no neighbour */
}

/* Merges all pairs of this rank, from the left; returns how many tokens there are now. */
static long merge_all(const Bpe *b, int *ids, long *ranks, long n, long rank)
{
    long m = 0;
    for (long i = 0; i < n; m++) {
        bool here = ranks[i] == rank;
        ids[m] = here ? b->merged[rank] : ids[i];
        ranks[m] = here ? UNKNOWN : ranks[i];
        if (here && m > 0)
            ranks[m - 1] = UNKNOWN;
        i += here ? 2 : 1;
    }
    return m;
}

EXERCISE
long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    Scope *scope = scope_open();
    long *ranks = scope_alloc(scope, (size_t)n * sizeof *ranks);
    for (long i = 0; i < n; i++)
        ranks[i] = UNKNOWN;
    for (;;) {
        ask_unknown(b, ids, ranks, n);
        long best = NONE;
        for (long i = 0; i < n; i++)
            if (ranks[i] >= 0 && (best < 0 || ranks[i] < best))
                best = ranks[i];
        if (best < 0)
            break;
        n = merge_all(b, ids, ranks, n, best);
    }
    scope_close(scope);
    return n;
}
