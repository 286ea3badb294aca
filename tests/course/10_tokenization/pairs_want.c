/* pairs_want.c - 10.1, 10.1: pairs of neighbours, counted and chosen. */
#include "want.h"

static bool is_behind(BpePair x, BpePair y)
{
    return x.left != y.left ? x.left > y.left : x.right > y.right;
}

/* Where a pair stands in rows that are sorted, or belongs. */
static long place_of(const BpePairCount *rows, long n, BpePair pair)
{
    long k = 0;
    while (k < n && is_behind(pair, rows[k].pair))
        k++;
    return k;
}

Tensor *counts_want(const BpeWord *words, long n)
{
    BpePairCount rows[MOST];
    long all = 0;
    for (long w = 0; w < n; w++)
        for (long i = 0; i + 1 < words[w].n; i++) {
            BpePair pair = {words[w].ids[i], words[w].ids[i + 1]};
            long k = place_of(rows, all, pair);
            bool is_there = k < all && !is_behind(rows[k].pair, pair);
            if (!is_there) {
                memmove(rows + k + 1, rows + k, (size_t)(all++ - k) * sizeof *rows);
                rows[k] = (BpePairCount){pair, 0};
            }
            rows[k].count += words[w].count;
        }
    return counts_listed(rows, all);
}

/* ---- 10.1 bpe_pair_counts -------------------------------------------------------------------------------- */

/* Below, at or above 0, as strcmp. */
static int compare_bytes(const Bpe *b, int x, int y)
{
    size_t n = b->start[x + 1] - b->start[x], m = b->start[y + 1] - b->start[y];
    for (size_t i = 0; i < n && i < m; i++)
        if (b->bytes[b->start[x] + i] != b->bytes[b->start[y] + i])
            return b->bytes[b->start[x] + i] < b->bytes[b->start[y] + i] ? -1 : 1;
    return (n > m) - (n < m);
}

/* The commonest; of equals the one with the greater left token, then the greater right one, by their bytes. */
Tensor *best_want(const BpePairCount *counts, long n, const Bpe *b)
{
    BpePairCount best = counts[0];
    for (long i = 1; i < n; i++) {
        int order = compare_bytes(b, counts[i].pair.left, best.pair.left);
        if (order == 0)
            order = compare_bytes(b, counts[i].pair.right, best.pair.right);
        if (counts[i].count > best.count || (counts[i].count == best.count && order > 0))
            best = counts[i];
    }
    return pair_listed(best.pair);
}
