/* bpe_encode_piece.c - one piece of a text as tokens: the merge that was learnt first is made first. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.5 ---------------------------------------------------------------------------------------- */

long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    /* TODO: merge the n tokens of a piece as long as any two neighbours can be merged; return how many are left.
     *
     * APPROACH
     *   1. bpe_rank(b, pair), given, is the rank of a merge, 0 for the one that was learnt first; -1: there is none.
     *   2. Of all neighbours find the lowest rank.
     *   3. Make this merge, b->merges[rank] into b->merged[rank], wherever it fits: that is 10.3.
     *   4. Again, until no neighbours have a rank.
     *
     * EXAMPLE
     *   merges: 0 (b, c), 1 (a, b), 2 (a, bc)     "abc" -> a bc -> abc, and not ab c
     *
     * HINT: -1 is lower than every rank, and means none. */
    todo("10.5 bpe_encode_piece");
}
