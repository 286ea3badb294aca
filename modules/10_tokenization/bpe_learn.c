/* bpe_learn.c - learns merges from words. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.4 ---------------------------------------------------------------------------------------- */

void bpe_learn(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    /* TODO: merge the commonest pair again and again, until b has `vocabulary` tokens or no pair is
     * left.
     *
     * CONTRACT  each merge is the best (10.2) of what the words look like by then. b->size is
     *           how many tokens there are.
     * EXAMPLE   "ab" 3 times, " ab" twice, up to 258 tokens: first "ab" (256), then " ab" (257), from " " and "ab"
     * HOLDS     a larger vocabulary begins with the same merges.
     * YOU HAVE  bpe_count_room(words, n): room for the counts of all pairs; bpe_add_merge(b,
     *           pair), which returns the id of what the two make (a token that b has already, if
     *           that has the same bytes); 10.1 to 10.3; words[w].n, how long
     *           word w is by now
     * THINK     which counts change when a pair has been merged? (To count all anew is slow and
     *           right. The engine's own file does not.) */
    todo("10.4 bpe_learn");
}
