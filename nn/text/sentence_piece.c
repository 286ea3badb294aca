/* sentence_piece.c - text as pieces with scores, and back.
 *
 * What is merged next is on top of a heap: the pair with the best score, of equals the leftmost.
 * Tokens lie in a list that loses one with each merge, so a text of n characters takes n log n
 * steps. Invariant: the ids are those of merging the best pair of all, again and again.
 */
#include "sentence_piece.h"
#include <stdlib.h>
#include <string.h>
#include "bpe_parts.h"
#include "utf8.h"

/* ---- which piece has these bytes? ------------------------------------------------------------ */

static size_t length_of(const SentencePiece *p, int id)
{
    return p->start[id + 1] - p->start[id];
}

/* Of the pieces that text may become; -1: none. */
static int find(const SentencePiece *p, const void *bytes, size_t n)
{
    for (long from = 0, to = p->n_order; from < to;) {
        long middle = from + (to - from) / 2;
        int id = p->order[middle];
        size_t m = length_of(p, id);
        int order = memcmp(bytes, p->bytes + p->start[id], n < m ? n : m);
        if (order == 0 && n == m)
            return id;
        if (order < 0 || (order == 0 && n < m))
            to = middle;
        else
            from = middle + 1;
    }
    return -1;
}

/* ---- there ----------------------------------------------------------------------------------- */

typedef struct {
    const SentencePiece *pieces;
    int *id;           /* -1: it has become a part of the one before */
    long *before, *to; /* the neighbours; -1, n: there is none */
    long n;
    unsigned char *together; /* room for two pieces */
    Heap heap;
} Merging;

static bool comes_first(const HeapItem *a, const HeapItem *b, const void *context)
{
    (void)context;
    return a->key < b->key || (a->key == b->key && a->value < b->value);
}

/* What two neighbours make, and how early; -1: nothing. A byte that stands for itself merges with
 * none. */
static int merged(const Merging *m, BpePair pair, long *rank)
{
    const SentencePiece *p = m->pieces;
    if (p->pairs != NULL) {
        *rank = bpe_rank(p->pairs, pair);
        return *rank >= 0 ? p->pairs->merged[*rank] : -1;
    }
    size_t left = length_of(p, pair.left), right = length_of(p, pair.right);
    if (p->rank[pair.left] < 0 || p->rank[pair.right] < 0 || left + right > (size_t)p->longest)
        return -1;
    memcpy(m->together, p->bytes + p->start[pair.left], left);
    memcpy(m->together + left, p->bytes + p->start[pair.right], right);
    int id = find(p, m->together, left + right);
    *rank = id >= 0 ? p->rank[id] : -1;
    return id;
}

/* The pair that begins at `at`, if it makes a piece. */
static void push_pair(Merging *m, long at)
{
    if (at < 0 || m->to[at] >= m->n)
        return;
    BpePair pair = {m->id[at], m->id[m->to[at]]};
    long rank;
    if (merged(m, pair, &rank) >= 0)
        heap_push(&m->heap, (HeapItem){rank, at, pair});
}

/* A pair that was on the heap, if its parts are still there. */
static void merge(Merging *m, HeapItem top)
{
    long at = top.value, right = m->to[at];
    if (m->id[at] != top.pair.left || right >= m->n || m->id[right] != top.pair.right)
        return;
    m->id[at] = merged(m, top.pair, &top.key);
    m->id[right] = -1;
    m->to[at] = m->to[right];
    if (m->to[at] < m->n)
        m->before[m->to[at]] = at;
    push_pair(m, m->before[at]);
    push_pair(m, at);
}

/* Merges ids in place; the new length. */
static long merge_all(const SentencePiece *p, int *ids, long n)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Merging m = {.pieces = p, .id = ids, .n = n, .heap.before = comes_first};
    m.before = scope_alloc(scope, (size_t)n * sizeof *m.before);
    m.to = scope_alloc(scope, (size_t)n * sizeof *m.to);
    m.together = scope_alloc(scope, (size_t)p->longest + 1);
    for (long i = 0; i < n; i++) {
        m.before[i] = i - 1;
        m.to[i] = i + 1;
    }
    for (long i = 0; i < n; i++)
        push_pair(&m, i);
    while (m.heap.count > 0)
        merge(&m, heap_pop(&m.heap));
    long kept = 0;
    for (long i = 0; i < n; i++)
        if (ids[i] >= 0)
            ids[kept++] = ids[i];
    owned_free(m.heap.items);
    scope_close(scope);
    return kept;
}

static long add_character(const SentencePiece *p, const char *text, size_t bytes, int *ids)
{
    int id = find(p, text, bytes);
    if (id >= 0) {
        ids[0] = id;
        return 1;
    }
    for (size_t i = 0; i < bytes; i++)
        ids[i] = p->byte_id[(unsigned char)text[i]];
    return (long)bytes;
}

long sentence_piece_encode(const SentencePiece *p, const char *text, size_t bytes, bool begins,
                           int *ids)
{
    long first = 0, n;
    if (begins)
        ids[first++] = p->begin;
    n = first;
    if (text == NULL || bytes == 0)
        return n;
    if (begins)
        n += add_character(p, " ", 1, ids + n);
    for (size_t at = 0, length; at < bytes; at += length) {
        length = utf8_decode(text + at, bytes - at, NULL, NULL);
        length = length > 0 ? length : 1; /* a byte that is no text stands for itself */
        n += add_character(p, text + at, length, ids + n);
    }
    return first + merge_all(p, ids + first, n - first);
}

/* ---- and back -------------------------------------------------------------------------------- */

size_t sentence_piece_decode(const SentencePiece *p, const int *ids, long n, char *out, size_t room)
{
    size_t all = 0;
    for (long i = 0; i < n; i++) {
        int id = ids[i];
        if (id < 0 || id >= p->size)
            fail("sentence_piece_decode: ids[%ld] is %d, expected 0 to %ld", i, id, p->size - 1);
        if (id == p->begin || id == p->end)
            continue;
        const unsigned char *bytes = p->bytes + p->start[id];
        size_t length = length_of(p, id);
        bool first = i > 0 && ids[i - 1] == p->begin && length > 0 && *bytes == ' ';
        bytes += first;
        length -= first;
        if (out != NULL && all < room && length > 0)
            memcpy(out + all, bytes, length < room - all ? length : room - all);
        all += length;
    }
    if (out != NULL && all < room)
        out[all] = '\0';
    return all;
}

void sentence_piece_free(SentencePiece *p)
{
    if (p == NULL)
        return;
    owned_free(p->bytes);
    owned_free(p->start);
    owned_free(p->rank);
    owned_free(p->order);
    bpe_free(p->pairs);
    owned_free(p);
}
