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
    /* TODO: how often each pair of neighbours occurs, sorted by left, then by right; return how many different
     * pairs there are. counts has room for all neighbours of all words.
     *
     * APPROACH
     *   1. Write every pair of neighbours of every word into counts, with the word's own count: a word that stands
     *      in the text 5 times has each of its pairs 5 times.
     *   2. qsort them with bpe_compare_pairs, which is given. Equal pairs now lie beside each other.
     *   3. Walk through, and add the counts of equal pairs up in the first of them, moving that one to the front.
     *
     * EXAMPLE
     *   words: (1, 2, 1) once, (1, 2) four times    counts: (1, 2) 5, (2, 1) 1    returns 2
     *
     * HINT: (7, 7, 7) holds the pair (7, 7) twice. */
    todo("10.1 bpe_pair_counts");
}

/* ---- 10.2 ---------------------------------------------------------------------------------------- */

BpePair bpe_best_pair(const BpePairCount *counts, long n, const Bpe *b)
{
    /* TODO: the pair that occurs most often. Of several with the same count: the one whose left token has the greater
     * bytes; if these are the same token, too, the one whose right token has the greater bytes.
     *
     * APPROACH
     *   1. Remember the best so far, beginning with counts[0].
     *   2. bpe_compare_tokens(b, x, y) gives a number above 0 if the bytes of token x come behind those of y.
     *   3. The count decides; only if counts are equal the bytes do.
     *
     * EXAMPLE
     *   ("a", "b") 4, ("b", "a") 4, ("c", "a") 3: the best is ("b", "a")
     *
     * HINT: ids say when a token was made, and nothing about its bytes. */
    todo("10.2 bpe_best_pair");
}

/* ---- 10.3 ---------------------------------------------------------------------------------------- */

long bpe_merge(int *ids, long n, BpePair pair, int merged)
{
    /* TODO: replace each pair of neighbours by merged, in place, from the left. Return the new length.
     *
     * APPROACH
     *   1. Two places: i, where you read, and m, where you write. m is never ahead of i.
     *   2. If ids[i] and ids[i + 1] are the pair, write merged and step over both; else copy one.
     *
     * EXAMPLE
     *   ids = [7, 7, 7, 1]   pair = (7, 7)   merged = 9   ->   [9, 7, 1], returns 3
     *
     * HINT: ids[i + 1] exists only if i + 1 < n. */
    todo("10.3 bpe_merge");
}
