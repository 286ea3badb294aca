/* sentence_piece_load.c - tokenizer.bin of llama2.c.
 *
 * Invariant: every length is compared with the bytes that are left before it is believed, and no
 * piece is stored before the whole file is known to be one.
 * Source: Karpathy 2023, llama2.c, tokenizer.py (export) and run.c (build_tokenizer).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bpe_parts.h"
#include "sentence_piece.h"

typedef struct {
    const char *path;
    const unsigned char *text;
    size_t size, at;
    uint32_t longest; /* as the file says */
} Reading;

typedef struct {
    float score;
    const unsigned char *bytes;
    size_t length;
} Piece;

static uint32_t number(Reading *r)
{
    const unsigned char *b = r->text + r->at;
    r->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool next(Reading *r, Piece *piece)
{
    size_t begin = r->at;
    if (r->size - r->at >= 8) {
        uint32_t bits = number(r), length = number(r);
        memcpy(&piece->score, &bits, sizeof bits);
        piece->bytes = r->text + r->at;
        piece->length = length;
        r->at += length;
        if (isfinite(piece->score) && length <= r->size - begin - 8 && length <= r->longest)
            return true;
    }
    kindling_set_error("%s: byte %zu: expected a score, a length of at most %lu, and as many bytes "
                       "in front of byte %zu. hint: is it a tokenizer.bin of llama2.c, and all of "
                       "it?",
                       r->path, begin, (unsigned long)r->longest, r->size);
    return false;
}

/* "<s>", which llama2.c keeps as "\n<s>\n". */
static bool is_called(const Piece *p, const char *name)
{
    size_t n = strlen(name), line = p->length == n + 2 && p->bytes[0] == '\n';
    return p->length == n + 2 * line && memcmp(p->bytes + line, name, n) == 0;
}

static bool check(Reading *r, long *count, size_t *bytes)
{
    static const char *const first[] = {"<unk>", "<s>", "</s>"};
    Piece piece;
    *bytes = 0;
    for (*count = 0; r->at < r->size; (*count)++) {
        if (!next(r, &piece))
            return false;
        if (*count < 3 && !is_called(&piece, first[*count])) {
            kindling_set_error("%s: piece %ld is \"%.*s\", expected \"%s\", as in a tokenizer.bin "
                               "of llama2.c",
                               r->path, *count, (int)(piece.length < 40 ? piece.length : 40),
                               (const char *)piece.bytes, first[*count]);
            return false;
        }
        *bytes += piece.length;
    }
    if (*count >= 3 && *count <= INT32_MAX)
        return true;
    kindling_set_error("%s: %ld pieces, expected <unk>, <s>, </s> and more", r->path, *count);
    return false;
}

/* NN of "<0xNN>"; -1: it is another piece. */
static int byte_of(const Piece *p)
{
    char name[7];
    for (int byte = 0; p->length == 6 && byte < 256; byte++) {
        snprintf(name, sizeof name, "<0x%02X>", (unsigned)byte);
        if (memcmp(p->bytes, name, 6) == 0)
            return byte;
    }
    return -1;
}

/* ---- what is looked up ----------------------------------------------------------------------- */

typedef struct {
    int id;
    float score;
    const unsigned char *bytes;
    size_t length;
} Entry;

static int by_bytes(const void *x, const void *y)
{
    const Entry *a = x, *b = y;
    int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
    if (order == 0)
        order = (a->length > b->length) - (a->length < b->length);
    return order != 0 ? order : a->id - b->id;
}

static int by_score(const void *x, const void *y)
{
    const Entry *a = x, *b = y;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : a->id - b->id;
}

static void rank(SentencePiece *p, Entry *e)
{
    qsort(e, (size_t)p->n_order, sizeof *e, by_score);
    for (long i = 0, at = 0; i < p->n_order; i++) {
        at += i > 0 && e[i].score != e[i - 1].score;
        p->rank[e[i].id] = at;
    }
    qsort(e, (size_t)p->n_order, sizeof *e, by_bytes);
    for (long i = 0; i < p->n_order; i++)
        p->order[i] = e[i].id;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void take(SentencePiece *p, const Piece *piece, Entry *entries)
{
    int id = (int)p->size++, byte = byte_of(piece);
    size_t at = p->start[id];
    if (byte >= 0) {
        p->bytes[at] = (unsigned char)byte;
        p->byte_id[byte] = id;
    } else if (piece->length > 0) {
        memcpy(p->bytes + at, piece->bytes, piece->length);
    }
    size_t length = byte >= 0 ? 1 : piece->length;
    p->start[id + 1] = at + length;
    if (byte >= 0 || id <= p->end || length == 0)
        return;
    p->longest = p->longest > (long)length ? p->longest : (long)length;
    entries[p->n_order++] = (Entry){id, piece->score, p->bytes + at, length};
}

static SentencePiece *pieces_of(Reading *r)
{
    long count;
    size_t bytes;
    if (r->size >= 4)
        r->longest = number(r);
    if (!check(r, &count, &bytes))
        return NULL;
    UNDO_ON_FAIL;
    SentencePiece *p = owned_alloc(sizeof *p);
    *p = (SentencePiece){.unknown = 0, .begin = 1, .end = 2};
    p->bytes = owned_alloc(bytes + 1);
    p->start = owned_alloc(((size_t)count + 1) * sizeof *p->start);
    p->rank = owned_alloc((size_t)count * sizeof *p->rank);
    p->order = owned_alloc((size_t)count * sizeof *p->order);
    for (long i = 0; i < count; i++)
        p->rank[i] = -1;
    Entry *entries = owned_alloc((size_t)count * sizeof *entries);
    Piece piece;
    for (r->at = 4; p->size < count && next(r, &piece);)
        take(p, &piece, entries);
    rank(p, entries);
    owned_free(entries);
    return p;
}

SentencePiece *sentence_piece_load(const char *path)
{
    UNDO_ON_FAIL;
    Reading r = {.path = path};
    char *text = kindling_read_file(path, &r.size);
    if (text == NULL)
        return NULL;
    r.text = (const unsigned char *)text;
    SentencePiece *p = pieces_of(&r);
    owned_free(text);
    return p;
}
