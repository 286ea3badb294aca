/* bpe_learn_kept.c - learns merges from words, with few looks at tokens.
 *
 * Tokens of words are read as LOOK(token), which counts; a copy of them is read in the same way.
 */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.6 --------------------------------------------------------------------------------------- */

void bpe_learn_kept(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    /* TODO: merge the commonest pair again and again, until b->size is `vocabulary` or no pair is
     * left; and look at as few tokens as you can.
     *
     * CONTRACT  each merge is the best (10.1) of what the words look like by then; b->size is how
     *           many tokens there are, words[w].n how long word w is by now. No token is read but
     *           by LOOK.
     * BUDGET    (counted, never timed) to count and merge all words anew for each merge costs
     *           2 (n - 1) + n looks at a word of n tokens. Right merges earn 6 points; half of
     *           these looks 7 more; a tenth 10 more. Memory and other work are free.
     * EXAMPLE   low 5 times, lower 2, newest 6, widest 3: anew, the first merge looks 7 + 13 + 16 + 16 = 52 times.
     *           (s, t) stands in two of the four words; nothing about low and lower changes
     * HOLDS     a larger vocabulary begins with the same merges. A word without the pair keeps its
     *           tokens, and the counts that it brings.
     * YOU HAVE  LOOK(words[w].ids[i]); bpe_merge_looked(ids, n, pair, id), 10.2 for n looks;
     *           bpe_add_merge(b, pair), which returns the id of what the two make (a token that b
     *           has already, if that has the same bytes); bpe_best_pair, bpe_compare_tokens;
     *           scope_alloc(scope_current(), bytes); tokens are numbers from 0 to vocabulary - 1
     * THINK     what do you know about a word from the last time when you looked at it? Which
     *           counts go up when a pair is merged, and which go down? How would you find the
     *           words that hold a pair if looking into a word cost you a coin? */
    todo("10.6 bpe_learn_kept");
}
