/* bpe_pairs.c - the three steps of learning: count pairs, choose one, merge it. */
#include <stdlib.h>
#include "bpe_parts.h"

int bpe_compare_pairs(const void *a, const void *b)
{
    BpePair x = ((const BpePairCount *)a)->pair, y = ((const BpePairCount *)b)->pair;
    if (x.left != y.left)
        return x.left < y.left ? -1 : 1;
    return (x.right > y.right) - (x.right < y.right);
}

BpePairCount *bpe_count_room(const BpeWord *words, long n)
{
    long neighbours = 0;
    for (long w = 0; w < n; w++)
        neighbours += words[w].n > 0 ? words[w].n - 1 : 0;
    return scope_alloc(scope_current(), (size_t)neighbours * sizeof(BpePairCount));
}

EXERCISE
long bpe_pair_counts(const BpeWord *words, long n, BpePairCount *counts)
{
    long all = 0, different = 0;
    for (long w = 0; w < n; w++)
        for (long i = 0; i + 1 < words[w].n; i++)
            counts[all++] = (BpePairCount){{words[w].ids[i], words[w].ids[i + 1]}, words[w].count};
    qsort(counts, (size_t)all, sizeof *counts, bpe_compare_pairs);
    for (long i = 0; i < all; i++) {
        if (different > 0 && bpe_compare_pairs(&counts[i], &counts[different - 1]) == 0)
            counts[different - 1].count += counts[i].count;
        else
            counts[different++] = counts[i];
    }
    return different;
}

EXERCISE
BpePair bpe_best_pair(const BpePairCount *counts, long n, const Bpe *b)
{
    BpePairCount best = counts[0];
    for (long i = 1; i < n; i++) {
        BpePair pair = counts[i].pair;
        int order = bpe_compare_tokens(b, pair.left, best.pair.left);
        if (order == 0)
            order = bpe_compare_tokens(b, pair.right, best.pair.right);
        if (counts[i].count > best.count || (counts[i].count == best.count && order > 0))
            best = counts[i];
    }
    return best.pair;
}

EXERCISE
long bpe_merge(int *ids, long n, BpePair pair, int merged)
{
    long m = 0;
    for (long i = 0; i < n; i++) {
        bool here = i + 1 < n && ids[i] == pair.left && ids[i + 1] == pair.right;
        ids[m++] = here ? merged : ids[i];
        i += here;
    }
    return m;
}
