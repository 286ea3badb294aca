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
    /* TODO: how often each pair of neighbours occurs, sorted by left, then by right; returns how
     * many different pairs there are.
     *
     * CONTRACT  a pair occurs as often as its word does (words[w].count). No pair reaches across
     *           two words. counts has room for all neighbours of all words.
     * EXAMPLE   words: (1, 2, 1) once, (1, 2) four times    counts: (1, 2) 5, (2, 1) 1    returns 2
     *           (7, 7, 7) once: (7, 7) 2
     * HOLDS     a word of n tokens, n >= 1, that occurs c times brings c (n - 1), in all.
     * YOU HAVE  qsort, bpe_compare_pairs
     * THINK     when are equal things easy to add up: as they come, or when they lie side by
     *           side? What does a word without neighbours bring? */
    todo("10.1 bpe_pair_counts");
}

/* ---- 10.2 ---------------------------------------------------------------------------------------- */

BpePair bpe_best_pair(const BpePairCount *counts, long n, const Bpe *b)
{
    /* TODO: the pair that occurs most often.
     *
     * CONTRACT  of several with the same count the one whose left token has the greater bytes;
     *           if these are the same token, too, the one whose right token has the greater
     *           bytes. Ids say when a token was made, and nothing about its bytes. n is at least
     *           1.
     * EXAMPLE   ("a", "b") 4, ("b", "a") 4, ("c", "a") 3: the best is ("b", "a")
     * HOLDS     the order of counts does not matter.
     * YOU HAVE  bpe_compare_tokens(b, x, y): above 0 if the bytes of token x come behind those
     *           of y, 0 if they are the same
     * THINK     three questions in an order: when do you ask the second, when the third? */
    todo("10.2 bpe_best_pair");
}

/* ---- 10.3 ---------------------------------------------------------------------------------------- */

long bpe_merge(int *ids, long n, BpePair pair, int merged)
{
    /* TODO: replace each pair of neighbours by merged, in place, from the left; returns the new
     * length.
     *
     * CONTRACT  ids has n tokens; a token belongs to one merge at most. No other memory.
     * EXAMPLE   ids = [7, 7, 7, 1]   pair = (7, 7)   merged = 9   ->   [9, 7, 1], returns 3
     * HOLDS     without the pair nothing changes. The bytes of all tokens together stay.
     * THINK     where do you read, and where do you write? Can the one overtake the other? When
     *           does ids[i + 1] exist? */
    todo("10.3 bpe_merge");
}
