/* bpe_learn.c - learns merges from words, the plain way: all pairs are counted anew for each merge. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.4 ---------------------------------------------------------------------------------------- */

void bpe_learn(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    /* TODO: merge the commonest pair again and again, until b has `vocabulary` tokens or no pair is left.
     *
     * APPROACH
     *   1. bpe_count_room(words, n), given, is room for the counts of all pairs.
     *   2. Count (10.1), choose (10.2), and tell the vocabulary: bpe_add_merge(b, pair), given, returns the id
     *      of the new token.
     *   3. Merge the pair in every word (10.3). words[w].n is how long word w is by now.
     *   4. b->size is how many tokens there are.
     *
     * EXAMPLE
     *   "ab" 3 times, " ab" twice, up to 258 tokens: first "ab" (256), then " ab" (257), from " " and "ab"
     *
     * HINT: with no pair left there is no best one. */
    todo("10.4 bpe_learn");
}
