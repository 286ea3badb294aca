/* bpe_encode_piece.c - one piece of a text as tokens: the merge that was learnt first is made first. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.3 ---------------------------------------------------------------------------------------- */

long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    /* TODO: merge the n tokens of a piece as long as any two neighbours can be merged; returns how
     * many are left.
     *
     * CONTRACT  of the merges that fit, the one that was learnt first is made, in the whole piece,
     *           as 10.2 makes it; then all is looked at anew, until none fits. (A new token may fit
     *           one that was learnt earlier.)
     * BUDGET    (each question for a rank is counted) the right tokens earn 8 points; if a piece of n
     *           tokens takes at most 12 n questions, 4 more; at most 4 n, the last 6. To ask for
     *           all neighbours before each merge takes 40 n and more in the test.
     * EXAMPLE   merges: 0 (b, c), 1 (a, b), 2 (a, bc)     "abc" -> a bc -> abc, and not ab c
     * HOLDS     the words that were learnt from come out as learning left them.
     * YOU HAVE  bpe_rank(b, pair), which alone finds ranks: 0 for the merge that was learnt first,
     *           -1 if there is none; b->merges[rank] (a pair), b->merged[rank] (its id); 10.2;
     *           scope_open, scope_alloc(scope, bytes), scope_close
     * THINK     why neither from left to right, nor the longest token first? Would anything tell
     *           you? Which answers do you know already when you ask for the second time? */
    todo("10.3 bpe_encode_piece");
}
