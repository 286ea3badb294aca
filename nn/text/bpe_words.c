/* bpe_words.c - a text as the different pieces it is made of, each with its count.
 *
 * A text of a million bytes has some ten thousand different words: merges are learnt from these.
 * A hash table finds a piece that was seen before, and keeps the bytes of each once, so the text
 * itself may go. The pieces are sorted at the end.
 */
#include <stdlib.h>
#include <string.h>
#include "bpe_parts.h"

/* ---- the table ------------------------------------------------------------------------------- */

static BpePiece *place_of(const BpePieces *p, const char *text, size_t length)
{
    uint64_t at = bpe_hash(text, length);
    for (;; at++) {
        BpePiece *here = &p->slot[at & (uint64_t)(p->slots - 1)];
        if (here->count == 0 ||
            (here->length == length && memcmp(p->text + here->at, text, length) == 0))
            return here;
    }
}

static void make_room(BpePieces *p, size_t length)
{
    if (p->bytes + length > p->room) {
        size_t room = 2 * (p->bytes + length);
        p->text = owned_grow(p->text, p->bytes, room);
        p->room = room;
    }
    if (2 * (p->used + 1) <= p->slots)
        return;
    BpePieces larger = *p;
    larger.slots = p->slots > 0 ? 2 * p->slots : 1024;
    larger.slot = owned_alloc((size_t)larger.slots * sizeof *larger.slot);
    for (long i = 0; i < p->slots; i++) {
        const BpePiece *old = &p->slot[i];
        if (old->count > 0)
            *place_of(&larger, p->text + old->at, old->length) = *old;
    }
    owned_free(p->slot);
    *p = larger;
}

static void add_piece(BpePieces *p, const char *text, size_t length)
{
    make_room(p, length);
    BpePiece *here = place_of(p, text, length);
    if (here->count++ > 0)
        return;
    memcpy(p->text + p->bytes, text, length);
    here->at = p->bytes;
    here->length = length;
    p->bytes += length;
    p->used++;
}

void bpe_count_part(void *context, const char *text, size_t bytes, int special)
{
    BpePieces *p = context;
    p->specials += special >= 0;
    for (size_t at = 0, length; special < 0 && at < bytes; at += length) {
        length = bpe_piece(p->bpe, text, bytes, at);
        add_piece(p, text + at, length);
    }
}

void bpe_pieces_free(BpePieces *p)
{
    owned_free(p->slot);
    owned_free(p->text);
}

/* ---- words ----------------------------------------------------------------------------------- */

typedef struct {
    const char *text;
    size_t length;
    long count;
} Piece;

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    int order = memcmp(x->text, y->text, x->length < y->length ? x->length : y->length);
    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static Piece *sorted(const BpePieces *p)
{
    Piece *pieces = scope_alloc(scope_current(), (size_t)(p->used + 1) * sizeof *pieces);
    long n = 0;
    for (long i = 0; i < p->slots; i++) {
        const BpePiece *s = &p->slot[i];
        if (s->count > 0)
            pieces[n++] = (Piece){p->text + s->at, s->length, s->count};
    }
    qsort(pieces, (size_t)n, sizeof *pieces, compare_pieces);
    return pieces;
}

BpeWord *bpe_words_of(const BpePieces *p)
{
    Scope *scope = scope_current();
    const Piece *pieces = sorted(p);
    BpeWord *words = scope_alloc(scope, (size_t)(p->used + 1) * sizeof *words);
    for (long i = 0; i < p->used; i++) {
        int *ids = scope_alloc(scope, pieces[i].length * sizeof *ids);
        for (size_t k = 0; k < pieces[i].length; k++)
            ids[k] = p->bpe->byte_id[(unsigned char)pieces[i].text[k]];
        words[i] = (BpeWord){ids, (long)pieces[i].length, pieces[i].count};
    }
    return words;
}

BpeWord *bpe_words(const Bpe *b, const char *text, size_t bytes, long *n)
{
    UNDO_ON_FAIL;
    BpePieces p = {.bpe = b};
    bpe_cut(&(BpeCutter){.special = b, .visit = bpe_count_part, .context = &p}, text, bytes);
    BpeWord *words = bpe_words_of(&p);
    *n = p.used;
    bpe_pieces_free(&p);
    return words;
}
