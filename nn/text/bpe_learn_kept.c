/* bpe_learn_kept.c - learns merges from words, the same ones as nn/plain/bpe_learn.c, and fast.
 *
 * A merge changes only the words that hold its pair. So the count of each pair is kept, with a list
 * of the words in which it was ever seen, and a heap says which pair is best. A word that changes
 * takes its pairs out of the counts and puts its new ones in.
 * Invariant: the heap has an item of each pair with a count at least as large as the true one; an
 * item that says more is put back with the truth when it comes to the top.
 */
#include <string.h>
#include "bpe_parts.h"

typedef struct {
    BpePair pair;
    long count;
    /* in which it was seen; owned; a word may stand there twice, or be without it by now */
    int *words;
    long seen, room;
} Pair;
typedef struct {
    Bpe *b;
    BpeWord *words;
    long n;
    Pair *pairs;
    long count, room;
    int *slot; /* of pairs, by hash; -1: free */
    long slots;
    Heap heap;
} Training;

/* ---- pairs ----------------------------------------------------------------------------------- */

static long place_of(const Training *t, BpePair pair)
{
    long at = (long)(bpe_hash(&pair, sizeof pair) & (uint64_t)(t->slots - 1));
    while (t->slot[at] >= 0) {
        BpePair here = t->pairs[t->slot[at]].pair;
        if (here.left == pair.left && here.right == pair.right)
            break;
        at = (at + 1) & (t->slots - 1);
    }
    return at;
}

static void grow_slots(Training *t)
{
    owned_free(t->slot);
    t->slots = t->slots > 0 ? 2 * t->slots : 4096;
    t->slot = owned_alloc((size_t)t->slots * sizeof *t->slot);
    memset(t->slot, 0xff, (size_t)t->slots * sizeof *t->slot);
    for (long i = 0; i < t->count; i++)
        t->slot[place_of(t, t->pairs[i].pair)] = (int)i;
}

static Pair *pair_of(Training *t, BpePair pair)
{
    if (2 * (t->count + 1) > t->slots)
        grow_slots(t);
    long at = place_of(t, pair);
    if (t->slot[at] < 0) {
        if (t->count == t->room) {
            t->room = t->room > 0 ? 2 * t->room : 1024;
            t->pairs = owned_grow(t->pairs, (size_t)t->count * sizeof *t->pairs,
                                  (size_t)t->room * sizeof *t->pairs);
        }
        t->pairs[t->count] = (Pair){.pair = pair};
        t->slot[at] = (int)t->count++;
    }
    return &t->pairs[t->slot[at]];
}

static void note_word(Pair *p, int word)
{
    if (p->seen > 0 && p->words[p->seen - 1] == word)
        return;
    if (p->seen == p->room) {
        p->room = p->room > 0 ? 2 * p->room : 4;
        p->words = owned_grow(p->words, (size_t)p->seen * sizeof *p->words,
                              (size_t)p->room * sizeof *p->words);
    }
    p->words[p->seen++] = word;
}

/* ---- the heap -------------------------------------------------------------------------------- */

static bool better(const HeapItem *a, const HeapItem *b, const void *context)
{
    if (a->key != b->key)
        return a->key > b->key;
    int order = bpe_compare_tokens(context, a->pair.left, b->pair.left);
    return (order != 0 ? order : bpe_compare_tokens(context, a->pair.right, b->pair.right)) > 0;
}

static void push(Training *t, const Pair *p)
{
    heap_push(&t->heap, (HeapItem){.key = p->count, .pair = p->pair});
}

/* The best pair; false: none is left. */
static bool best_pair(Training *t, BpePair *best)
{
    while (t->heap.count > 0) {
        HeapItem top = heap_pop(&t->heap);
        Pair *p = pair_of(t, top.pair);
        *best = top.pair;
        if (p->count == top.key)
            return p->count > 0;
        if (p->count > 0 && p->count < top.key)
            push(t, p);
    }
    return false;
}

/* ---- learning -------------------------------------------------------------------------------- */

static void count_word(Training *t, int word, int sign)
{
    const BpeWord *w = &t->words[word];
    for (long i = 0; i + 1 < w->n; i++) {
        Pair *p = pair_of(t, (BpePair){LOOK(w->ids[i]), LOOK(w->ids[i + 1])});
        p->count += sign * w->count;
        if (sign > 0)
            note_word(p, word);
    }
}

/* Counts that have grown need items that say so. */
static void push_pairs(Training *t, int word)
{
    const BpeWord *w = &t->words[word];
    for (long i = 0; i + 1 < w->n; i++)
        push(t, pair_of(t, (BpePair){LOOK(w->ids[i]), LOOK(w->ids[i + 1])}));
}

static void merge_everywhere(Training *t, BpePair best)
{
    int merged = bpe_add_merge(t->b, best);
    Pair p = *pair_of(t, best); /* t->pairs may move */
    for (long i = 0; i < p.seen; i++) {
        int word = p.words[i];
        count_word(t, word, -1);
        long before = t->words[word].n;
        t->words[word].n = bpe_merge_looked(t->words[word].ids, before, best, merged);
        count_word(t, word, 1);
        if (t->words[word].n < before)
            push_pairs(t, word);
    }
}

static Training *training_new(Bpe *b, BpeWord *words, long n)
{
    Training *t = owned_alloc(sizeof *t);
    *t = (Training){.b = b, .words = words, .n = n, .heap = {.before = better, .context = b}};
    for (long w = 0; w < n; w++)
        count_word(t, (int)w, 1);
    for (long i = 0; i < t->count; i++)
        push(t, &t->pairs[i]);
    return t;
}

static void training_free(Training *t)
{
    for (long i = 0; i < t->count; i++)
        owned_free(t->pairs[i].words);
    owned_free(t->pairs);
    owned_free(t->slot);
    owned_free(t->heap.items);
    owned_free(t);
}

EXERCISE
void bpe_learn_kept(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    UNDO_ON_FAIL;
    Training *t = training_new(b, words, n);
    BpePair best;
    while (b->size < vocabulary && best_pair(t, &best))
        merge_everywhere(t, best);
    training_free(t);
}
