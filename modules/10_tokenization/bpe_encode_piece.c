/* bpe_encode_piece.c - one piece of a text as tokens: the merge that was learnt first is made first. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.5 ---------------------------------------------------------------------------------------- */

long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    /* TODO: merge the n tokens of a piece as long as any two neighbours can be merged; returns how
     * many are left.
     *
     * CONTRACT  of the merges that fit, the one that was learnt first is made, wherever it fits;
     *           then again, until none fits: a new token may fit one that was learnt earlier.
     * EXAMPLE   merges: 0 (b, c), 1 (a, b), 2 (a, bc)     "abc" -> a bc -> abc, and not ab c
     * HOLDS     the words that were learnt from come out as learning left them.
     * YOU HAVE  bpe_rank(b, pair): 0 for the merge that was learnt first, -1 if there is none;
     *           b->merges[rank] (a pair), b->merged[rank] (its id); 10.3
     * THINK     why neither from left to right, nor the longest token first? Would anything tell
     *           you? */
    todo("10.5 bpe_encode_piece");
}
