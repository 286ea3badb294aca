/* bpe_learn_kept.c - learns merges from words, the same ones as nn/plain/bpe_learn.c, and fast.
 *
 * A merge changes only the words that hold its pair, and in them only the pairs beside it. So the
 * count of each pair is kept, with the words in which it was ever seen, and a heap says which pair
 * is best. A pair that grew is put on the heap once for each merge, however often it grew.
 * Invariant: the heap has an item of each pair with a count at least as large as the true one; an
 * item that says more is put back with the truth when it comes to the top.
 */
#include <string.h>
#include "bpe_parts.h"

enum { NONE = -1, NOT_LISTED = -2 };

typedef struct {
    BpePair pair;
    long count;
    int note;  /* the last word in which it was seen; NONE */
    int grown; /* the next pair that has grown, NONE behind the last; NOT_LISTED: it has not */
} Pair;
/* A word may be noted twice, or be without the pair by now. */
typedef struct {
    int word, next;
} Note;
typedef struct {
    Bpe *b;
    BpeWord *words;
    long n;
    Pair *pairs;
    long count, room;
    int *slot; /* of pairs, by hash; NONE: free */
    long slots;
    Note *notes; /* of all pairs: lists that grow need no memory of their own */
    long n_notes, room_notes;
    int grown; /* since the last merge */
    Heap heap;
} Training;

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Where its number stands, or would. */
static int *place_of(const Training *t, BpePair pair)
{
    for (uint64_t hash = bpe_hash_pair(pair);; hash++) {
        int *place = &t->slot[hash & (uint64_t)(t->slots - 1)];
        const Pair *p = *place >= 0 ? &t->pairs[*place] : NULL;
        if (p == NULL || (p->pair.left == pair.left && p->pair.right == pair.right))
            return place;
    }
}

static void grow_slots(Training *t)
{
    owned_free(t->slot);
    t->slots = t->slots > 0 ? 2 * t->slots : 4096;
    t->slot = owned_alloc((size_t)t->slots * sizeof *t->slot);
    memset(t->slot, 0xff, (size_t)t->slots * sizeof *t->slot);
    for (long i = 0; i < t->count; i++)
        *place_of(t, t->pairs[i].pair) = (int)i;
}

static Pair *pair_of(Training *t, BpePair pair)
{
    if (2 * (t->count + 1) > t->slots)
        grow_slots(t);
    int *place = place_of(t, pair);
    if (*place < 0) {
        if (t->count == t->room) {
            t->room = t->room > 0 ? 2 * t->room : 1024;
            t->pairs = owned_grow(t->pairs, (size_t)t->count * sizeof *t->pairs,
                                  (size_t)t->room * sizeof *t->pairs);
        }
        t->pairs[t->count] = (Pair){.pair = pair, .note = NONE, .grown = NOT_LISTED};
        *place = (int)t->count++;
    }
    return &t->pairs[*place];
}

static void note_word(Training *t, Pair *p, int word)
{
    if (p->note != NONE && t->notes[p->note].word == word)
        return;
    if (t->n_notes == t->room_notes) {
        t->room_notes = t->room_notes > 0 ? 2 * t->room_notes : 4096;
        t->notes = owned_grow(t->notes, (size_t)t->n_notes * sizeof *t->notes,
                              (size_t)t->room_notes * sizeof *t->notes);
    }
    t->notes[t->n_notes] = (Note){word, p->note};
    p->note = (int)t->n_notes++;
}

static void take_out(Training *t, BpePair pair, long count)
{
    pair_of(t, pair)->count -= count;
}

static void put_in(Training *t, BpePair pair, int word)
{
    Pair *p = pair_of(t, pair);
    p->count += t->words[word].count;
    note_word(t, p, word);
    if (p->grown == NOT_LISTED) {
        p->grown = t->grown;
        t->grown = (int)(p - t->pairs);
    }
}

/* ---- the heap -------------------------------------------------------------------------------- */

static bool better(const HeapItem *a, const HeapItem *b, const void *context)
{
    if (a->key != b->key)
        return a->key > b->key;
    int order = bpe_compare_tokens(context, a->pair.left, b->pair.left);
    return (order != 0 ? order : bpe_compare_tokens(context, a->pair.right, b->pair.right)) > 0;
}

static void push(Training *t, long i)
{
    const Pair *p = &t->pairs[i];
    heap_push(&t->heap, (HeapItem){.key = p->count, .value = i, .pair = p->pair});
}

/* Counts that have grown need items that say so. */
static void push_grown(Training *t)
{
    while (t->grown != NONE) {
        Pair *p = &t->pairs[t->grown];
        push(t, t->grown);
        t->grown = p->grown;
        p->grown = NOT_LISTED;
    }
}

/* The best pair; false: none is left. */
static bool best_pair(Training *t, BpePair *best)
{
    while (t->heap.count > 0) {
        HeapItem top = heap_pop(&t->heap);
        long count = t->pairs[top.value].count;
        *best = top.pair;
        if (count == top.key)
            return count > 0;
        if (count > 0 && count < top.key)
            push(t, top.value);
    }
    return false;
}

/* ---- learning -------------------------------------------------------------------------------- */

static void count_word(Training *t, int word)
{
    const BpeWord *w = &t->words[word];
    for (long i = 0; i + 1 < w->n; i++)
        put_in(t, (BpePair){LOOK(w->ids[i]), LOOK(w->ids[i + 1])}, word);
}

/* Merges from the left, as bpe_merge. Where two merged pairs touch, the pair between them goes
 * once: by what stood to the left of each place, as it was and as it is. */
static void merge_word(Training *t, int word, BpePair best, int merged)
{
    BpeWord *w = &t->words[word];
    int old = NONE, now = NONE; /* the token to the left */
    bool changed = false;       /* are they different? */
    long m = 0;
    for (long i = 0; i < w->n; i++) {
        int id = LOOK(w->ids[i]);
        bool here = id == best.left && i + 1 < w->n && LOOK(w->ids[i + 1]) == best.right;
        if (here)
            take_out(t, best, w->count);
        if (i > 0 && (here || changed)) {
            take_out(t, (BpePair){old, id}, w->count);
            put_in(t, (BpePair){now, here ? merged : id}, word);
        }
        old = here ? best.right : id;
        now = here ? merged : id;
        changed = here;
        w->ids[m++] = now;
        i += here;
    }
    w->n = m;
}

static void merge_everywhere(Training *t, BpePair best)
{
    int merged = bpe_add_merge(t->b, best);
    for (int at = pair_of(t, best)->note; at != NONE; at = t->notes[at].next)
        merge_word(t, t->notes[at].word, best, merged);
    push_grown(t);
}

static Training *training_new(Bpe *b, BpeWord *words, long n)
{
    Training *t = owned_alloc(sizeof *t);
    *t = (Training){.b = b,
                    .words = words,
                    .n = n,
                    .grown = NONE,
                    .heap = {.before = better, .context = b}};
    for (long w = 0; w < n; w++)
        count_word(t, (int)w);
    push_grown(t);
    return t;
}

static void training_free(Training *t)
{
    owned_free(t->heap.items);
    owned_free(t->notes);
    owned_free(t->slot);
    owned_free(t->pairs);
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
