/* bpe_pairs.c - the three steps of learning: count pairs, choose one, merge it. */
#include <stdlib.h>
#include "bpe_parts.h"

/* Where a pair stands among the first `found` counts; found: nowhere yet. */
static long place_of(const BpePairCount *counts, long found, BpePair pair)
{
    for (long i = 0; i < found; i++) {
        if (counts[i].pair.left == pair.left && counts[i].pair.right == pair.right)
            return i;
    }
    return found;
}

long bpe_pair_counts(const BpeWord *words, long n, BpePairCount *counts)
{
    long found = 0;
    for (long w = 0; w < n; w++) {
        for (long i = 0; i + 1 < words[w].n; i++) {
            BpePair pair = {words[w].ids[i], words[w].ids[i + 1]};
            long place = place_of(counts, found, pair);
            if (place == found) {
                counts[found].pair = pair;
                counts[found].count = 0;
                found++;
            }
            counts[place].count += words[w].count;
        }
    }
    qsort(counts, (size_t)found, sizeof counts[0], bpe_compare_pairs);
    return found;
}

BpePair bpe_best_pair(const BpePairCount *counts, long n, const Bpe *b)
{
    long best = 0;
    for (long i = 1; i < n; i++) {
        if (counts[i].count < counts[best].count)
            continue;
        if (counts[i].count > counts[best].count) {
            best = i;
            continue;
        }
        int left = bpe_compare_tokens(b, counts[i].pair.left, counts[best].pair.left);
        int right = bpe_compare_tokens(b, counts[i].pair.right, counts[best].pair.right);
        if (left > 0)
            best = i;
        else if (left == 0 && right > 0)
            best = i;
    }
    return counts[best].pair;
}

long bpe_merge(int *ids, long n, BpePair pair, int merged)
{
    long write = 0;
    long read = 0;
    while (read < n) {
        if (read + 1 < n && ids[read] == pair.left && ids[read + 1] == pair.right) {
            ids[write] = merged;
            read += 2;
        } else {
            ids[write] = ids[read];
            read += 1;
        }
        write++;
    }
    return write;
}
