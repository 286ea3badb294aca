/* sentence_piece_build.c - a vocabulary of pieces, one after the other.
 *
 * Invariant: `order` has every plain piece once, sorted by bytes, of equal ones the lower id first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sentence_piece_parts.h"

PieceBuilder pieces_begin(long count, size_t bytes)
{
    SentencePiece *p = owned_alloc(sizeof *p);
    *p = (SentencePiece){.unknown = 0, .begin = 1, .end = 2};
    p->bytes = owned_alloc(bytes + 1);
    p->start = owned_alloc(((size_t)count + 1) * sizeof *p->start);
    p->rank = owned_alloc((size_t)count * sizeof *p->rank);
    p->order = owned_alloc((size_t)count * sizeof *p->order);
    for (long i = 0; i < count; i++)
        p->rank[i] = -1;
    return (PieceBuilder){p, owned_alloc((size_t)count * sizeof(PieceEntry))};
}

/* NN of "<0xNN>"; -1: it is another piece. */
static int byte_of(const void *bytes, size_t length)
{
    char name[7];
    for (int byte = 0; length == 6 && byte < 256; byte++) {
        snprintf(name, sizeof name, "<0x%02X>", (unsigned)byte);
        if (memcmp(bytes, name, 6) == 0)
            return byte;
    }
    return -1;
}

void pieces_add(PieceBuilder *b, const void *bytes, size_t length, float score, bool plain)
{
    SentencePiece *p = b->pieces;
    int id = (int)p->size++, byte = byte_of(bytes, length);
    size_t at = p->start[id];
    if (byte >= 0) {
        p->bytes[at] = (unsigned char)byte;
        p->byte_id[byte] = id;
        length = 1;
    } else if (length > 0) {
        memcpy(p->bytes + at, bytes, length);
    }
    p->start[id + 1] = at + length;
    if (byte >= 0 || !plain || length == 0)
        return;
    p->longest = p->longest > (long)length ? p->longest : (long)length;
    b->entries[p->n_order++] = (PieceEntry){id, score, p->bytes + at, length};
}

static int by_bytes(const void *x, const void *y)
{
    const PieceEntry *a = x, *b = y;
    int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
    if (order == 0)
        order = (a->length > b->length) - (a->length < b->length);
    return order != 0 ? order : a->id - b->id;
}

static int by_score(const void *x, const void *y)
{
    const PieceEntry *a = x, *b = y;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : a->id - b->id;
}

SentencePiece *pieces_end(PieceBuilder *b)
{
    SentencePiece *p = b->pieces;
    PieceEntry *e = b->entries;
    qsort(e, (size_t)p->n_order, sizeof *e, by_score);
    for (long i = 0, at = 0; i < p->n_order; i++) {
        at += i > 0 && e[i].score != e[i - 1].score;
        p->rank[e[i].id] = at;
    }
    qsort(e, (size_t)p->n_order, sizeof *e, by_bytes);
    for (long i = 0; i < p->n_order; i++)
        p->order[i] = e[i].id;
    owned_free(e);
    return p;
}
