/* bpe_words.c - a text as the different pieces it is made of, each with its count.
 *
 * A text of a million bytes has some ten thousand different words: merges are learnt from these.
 * A hash table finds a piece that was seen before; only the different ones are sorted, at the end.
 */
#include <stdlib.h>
#include <string.h>
#include "bpe_parts.h"

typedef struct {
    const char *text;
    size_t length;
    long count;
} Piece;
typedef struct {
    Piece *slot; /* text NULL: free */
    long slots, used;
} Pieces;

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    int order = memcmp(x->text, y->text, x->length < y->length ? x->length : y->length);
    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

/* ---- the table ------------------------------------------------------------------------------- */

static Piece *place_of(const Pieces *p, const char *text, size_t length)
{
    uint64_t at = bpe_hash(text, length);
    for (;; at++) {
        Piece *here = &p->slot[at & (uint64_t)(p->slots - 1)];
        if (here->text == NULL ||
            (here->length == length && memcmp(here->text, text, length) == 0))
            return here;
    }
}

static void make_room(Pieces *p)
{
    if (2 * (p->used + 1) <= p->slots)
        return;
    Pieces larger = {.slots = p->slots > 0 ? 2 * p->slots : 1024, .used = p->used};
    larger.slot = owned_alloc((size_t)larger.slots * sizeof *larger.slot);
    for (long i = 0; i < p->slots; i++)
        if (p->slot[i].text != NULL)
            *place_of(&larger, p->slot[i].text, p->slot[i].length) = p->slot[i];
    owned_free(p->slot);
    *p = larger;
}

static void add_piece(Pieces *p, const char *text, size_t length)
{
    make_room(p);
    Piece *here = place_of(p, text, length);
    p->used += here->text == NULL;
    *here = (Piece){text, length, here->count + 1};
}

/* ---- cutting --------------------------------------------------------------------------------- */

/* Where the text up to the next special token ends, from `at` on. */
static size_t end_of_plain(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    if (b->n_special == 0)
        return bytes;
    while (at < bytes && bpe_special_at(b, text, bytes, at) < 0)
        at++;
    return at;
}

static void cut(const Bpe *b, const char *text, size_t bytes, Pieces *pieces)
{
    for (size_t at = 0; at < bytes;) {
        size_t end = end_of_plain(b, text, bytes, at), length;
        for (; at < end; at += length) {
            length = bpe_piece(b, text, end, at);
            add_piece(pieces, text + at, length);
        }
        if (at < bytes)
            at += bpe_length(b, bpe_special_at(b, text, bytes, at));
    }
}

/* To the front of the table, in their order. */
static void sort(Pieces *p)
{
    long n = 0;
    for (long i = 0; i < p->slots; i++)
        if (p->slot[i].text != NULL)
            p->slot[n++] = p->slot[i];
    if (n > 0)
        qsort(p->slot, (size_t)n, sizeof *p->slot, compare_pieces);
}

BpeWord *bpe_words(const Bpe *b, const char *text, size_t bytes, long *n)
{
    UNDO_ON_FAIL;
    Pieces pieces = {0};
    cut(b, text, bytes, &pieces);
    sort(&pieces);
    Scope *scope = scope_current();
    BpeWord *words = scope_alloc(scope, (size_t)(pieces.used + 1) * sizeof *words);
    *n = pieces.used;
    for (long i = 0; i < *n; i++) {
        const Piece *p = &pieces.slot[i];
        int *ids = scope_alloc(scope, p->length * sizeof *ids);
        for (size_t k = 0; k < p->length; k++)
            ids[k] = b->byte_id[(unsigned char)p->text[k]];
        words[i] = (BpeWord){ids, (long)p->length, p->count};
    }
    owned_free(pieces.slot);
    return words;
}
