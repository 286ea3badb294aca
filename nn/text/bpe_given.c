/* bpe_given.c - what stands around the loops: checks, an order of pairs, room. */
#include <limits.h>
#include "bpe_parts.h"

void bpe_train_check(const char *text, size_t bytes, long vocabulary)
{
    if (vocabulary < 256)
        fail("bpe_train: vocabulary is %ld, expected at least 256: every byte is a token",
             vocabulary);
    if (vocabulary > INT_MAX / 2)
        fail("bpe_train: vocabulary is %ld, expected at most %d", vocabulary, INT_MAX / 2);
    if (text == NULL && bytes > 0)
        fail("bpe_train: text is NULL, but has %zu bytes", bytes);
}

void bpe_decode_check(const Bpe *b, const int *ids, long n)
{
    for (long i = 0; i < n; i++)
        if (ids[i] < 0 || ids[i] >= b->size)
            fail("bpe_decode: id %d at position %ld is outside [0, %ld)", ids[i], i, b->size);
}

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
