/* bpe_pairs.c - the three steps of learning: count pairs, choose one, merge it.
 *
 * Invariant: a word is never longer than before, and no pair reaches across two words.
 */
#include <stdlib.h>
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.1 ---------------------------------------------------------------------------------------- */

long bpe_pair_counts(const BpeWord *words, long n, BpePairCount *counts)
{
    /* TODO: how often each pair of neighbours occurs; returns how many different pairs there are.
     *
     * CONTRACT  counts begins with one entry for each of them, sorted by the number of the left
     *           token, then by that of the right one. Each place where a pair stands counts, and
     *           as often as its word occurs (at least once); no pair reaches across two words.
     *           counts has room for as many entries as there are places in all words.
     * EXAMPLE   words: (1, 2, 1) once, (1, 2) four times    counts: (1, 2) 5, (2, 1) 1    returns 2
     *           (7, 7, 7) once: (7, 7) 2
     * HOLDS     a word of n tokens, n >= 1, that occurs c times brings c (n - 1), all pairs together.
     * YOU HAVE  qsort, bpe_compare_pairs
     * THINK     the same pair stands in many words: how does all of it come into one entry? What
     *           does a word without neighbours bring? */
    todo("10.1 bpe_pair_counts");
}

/* ---- 10.1 ---------------------------------------------------------------------------------------- */

BpePair bpe_best_pair(const BpePairCount *counts, long n, const Bpe *b)
{
    /* TODO: the pair that occurs most often. (Both functions are one exercise: messages call it
     * 10.1 bpe_pair_counts.)
     *
     * CONTRACT  of several with the same count the one whose bytes come last, those of the left token
     *           first and then those of the right one. n is at least 1.
     * EXAMPLE   ("a", "b") 4, ("b", "a") 4, ("c", "a") 3: the best is ("b", "a")
     * HOLDS     the order of counts does not matter, nor when a token was made.
     * YOU HAVE  bpe_compare_tokens(b, x, y): above 0 if the bytes of token x come behind those
     *           of y, 0 if they are the same
     * THINK     which numbers could one compare in place of bytes, that are right as long as all
     *           tokens are letters? */
    todo("10.1 bpe_pair_counts");
}

/* ---- 10.2 ---------------------------------------------------------------------------------------- */

long bpe_merge(int *ids, long n, BpePair pair, int merged)
{
    /* TODO: the word with this pair merged, in ids itself; returns its new length.
     *
     * CONTRACT  ids has n tokens, and no number behind them is read or written. No other memory.
     * EXAMPLE   ids = [7, 7, 7, 1]   pair = (7, 7)   merged = 9   ->   [9, 7, 1], returns 3
     * HOLDS     without the pair nothing changes. The bytes of all tokens together stay.
     * THINK     a word gets shorter while you walk over it: which of its tokens have you still to
     *           read when you write one? Of two pairs that share a token, which is merged? */
    todo("10.2 bpe_merge");
}
