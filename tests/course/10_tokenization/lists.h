/* lists.h - tokens, pairs and lengths as tensors, to be compared and shown; words and vocabularies of the tests' own. */
#ifndef LISTS_H
#define LISTS_H

#include "check.h"
#include "bpe_parts.h"

enum { MOST = 400 };

static inline long within(long n)
{
    return n < 0 ? 0 : n > MOST ? MOST : n;
}

static inline Tensor *listed(const int *ids, long n)
{
    Tensor *t = blank(SHAPE(within(n)));
    for (long i = 0; i < within(n); i++)
        t->data[i] = ids[i];
    return t;
}

/* (n, 3): left, right, count. */
static inline Tensor *counts_listed(const BpePairCount *counts, long n)
{
    Tensor *t = blank(SHAPE(within(n), 3));
    for (long i = 0; i < within(n); i++) {
        t->data[3 * i] = counts[i].pair.left;
        t->data[3 * i + 1] = counts[i].pair.right;
        t->data[3 * i + 2] = (real)counts[i].count;
    }
    return t;
}

static inline Tensor *pair_listed(BpePair pair)
{
    return listed((const int[]){pair.left, pair.right}, 2);
}

/* (n, 2): the merges that a vocabulary has learnt. */
static inline Tensor *merges_listed(const Bpe *b)
{
    Tensor *t = blank(SHAPE(within(b->n_merges), 2));
    for (long i = 0; i < within(b->n_merges); i++) {
        t->data[2 * i] = b->merges[i].left;
        t->data[2 * i + 1] = b->merges[i].right;
    }
    return t;
}

/* All words, one behind the other, -1 behind each. */
static inline Tensor *words_listed(const BpeWord *words, long n)
{
    long all = 0, at = 0;
    for (long w = 0; w < n; w++)
        all += within(words[w].n) + 1;
    Tensor *t = blank(SHAPE(all));
    for (long w = 0; w < n; w++) {
        for (long i = 0; i < within(words[w].n); i++)
            t->data[at++] = words[w].ids[i];
        t->data[at++] = -1;
    }
    return t;
}

/* Words that may be changed. */
static inline BpeWord *words_copied(const BpeWord *words, long n)
{
    BpeWord *copy = scope_alloc(scope_current(), (size_t)n * sizeof *copy);
    for (long w = 0; w < n; w++) {
        copy[w] = words[w];
        copy[w].ids = scope_alloc(scope_current(), (size_t)words[w].n * sizeof(int));
        memcpy(copy[w].ids, words[w].ids, (size_t)words[w].n * sizeof(int));
    }
    return copy;
}

#endif
