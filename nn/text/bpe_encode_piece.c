/* bpe_encode_piece.c - one piece of a text as tokens, the same ones as its plain twin in nn/plain/
 * makes.
 *
 * The plain way takes n^2 steps for a piece of n bytes. That is quickest for words; a piece may
 * also be a million equal letters, so a long one becomes a linked list of tokens, and a heap says
 * where the lowest rank is.
 */
#include "bpe_parts.h"

enum { SHORT = 48 };

static long encode_short(const Bpe *b, int *ids, long n)
{
    while (n > 1) {
        long best = -1;
        for (long i = 0; i + 1 < n; i++) {
            long rank = bpe_rank(b, (BpePair){ids[i], ids[i + 1]});
            if (rank >= 0 && (best < 0 || rank < best))
                best = rank;
        }
        if (best < 0)
            break;
        n = bpe_merge(ids, n, b->merges[best], b->merged[best]);
    }
    return n;
}

typedef struct {
    const Bpe *b;
    int *ids;
    long *next, *before; /* of each token that is left; -1: none */
    Heap heap;
} List;

static bool lower_rank(const HeapItem *a, const HeapItem *b, const void *context)
{
    (void)context;
    return a->key != b->key ? a->key < b->key : a->value < b->value;
}

/* The token at i and the one behind it may become one. */
static void offer(List *l, long i)
{
    if (i < 0 || l->next[i] < 0)
        return;
    BpePair pair = {l->ids[i], l->ids[l->next[i]]};
    long rank = bpe_rank(l->b, pair);
    if (rank >= 0)
        heap_push(&l->heap, (HeapItem){.key = rank, .value = i, .pair = pair});
}

/* An item is of the past if the tokens at its place have changed since. */
static bool still_there(const List *l, const HeapItem *item)
{
    long i = item->value, behind = l->ids[i] >= 0 ? l->next[i] : -1;
    return behind >= 0 && l->ids[i] == item->pair.left && l->ids[behind] == item->pair.right;
}

static void merge_at(List *l, long i, long rank)
{
    long gone = l->next[i];
    l->ids[i] = l->b->merged[rank];
    l->ids[gone] = -1;
    l->next[i] = l->next[gone];
    if (l->next[i] >= 0)
        l->before[l->next[i]] = i;
    offer(l, l->before[i]);
    offer(l, i);
}

static long encode_long(const Bpe *b, int *ids, long n)
{
    UNDO_ON_FAIL; /* the heap is owned: it grows */
    Scope *scope = scope_open();
    List l = {.b = b, .ids = ids, .heap = {.before = lower_rank}};
    l.next = scope_alloc(scope, (size_t)n * sizeof *l.next);
    l.before = scope_alloc(scope, (size_t)n * sizeof *l.before);
    for (long i = 0; i < n; i++) {
        l.next[i] = i + 1 < n ? i + 1 : -1;
        l.before[i] = i - 1;
    }
    for (long i = 0; i < n; i++)
        offer(&l, i);
    while (l.heap.count > 0) {
        HeapItem top = heap_pop(&l.heap);
        if (still_there(&l, &top))
            merge_at(&l, top.value, top.key);
    }
    owned_free(l.heap.items);
    scope_close(scope);
    long left = 0;
    for (long i = 0; i < n; i++)
        if (ids[i] >= 0)
            ids[left++] = ids[i];
    return left;
}

EXERCISE
long bpe_encode_piece(const Bpe *b, int *ids, long n)
{
    return n <= SHORT ? encode_short(b, ids, n) : encode_long(b, ids, n);
}
