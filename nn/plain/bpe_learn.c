/* bpe_learn.c - learns merges from words, the plain way: all pairs are counted anew for each
 * merge. */
#include "bpe_parts.h"

void bpe_learn(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    BpePairCount *counts = bpe_count_room(words, n);
    while (b->size < vocabulary) {
        long different = bpe_pair_counts(words, n, counts);
        if (different == 0)
            break;
        BpePair best = bpe_best_pair(counts, different, b);
        int merged = bpe_add_merge(b, best);
        for (long w = 0; w < n; w++)
            words[w].n = bpe_merge(words[w].ids, words[w].n, best, merged);
    }
}
