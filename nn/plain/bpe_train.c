/* bpe_train.c - learns merges from a text, the plain way: all pairs are counted anew for each merge. */
#include "../text/bpe_parts.h"

static long neighbours(const BpeWord *words, long n)
{
    long sum = 0;
    for (long w = 0; w < n; w++)
        sum += words[w].n - 1;
    return sum;
}

Bpe *bpe_train(const char *text, size_t bytes, long vocabulary)
{
    bpe_train_check(text, bytes, vocabulary);
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Bpe *b = bpe_new();
    long n;
    BpeWord *words = bpe_words(b, text, bytes, &n);
    BpePairCount *counts = scope_alloc(scope, (size_t)neighbours(words, n) * sizeof *counts);
    while (b->size < vocabulary) {
        long different = bpe_pair_counts(words, n, counts);
        if (different == 0)
            break;
        BpePair best = bpe_best_pair(counts, different, b);
        int merged = bpe_add_merge(b, best);
        for (long w = 0; w < n; w++)
            words[w].n = bpe_merge(words[w].ids, words[w].n, best, merged);
    }
    scope_close(scope);
    return b;
}
