/* bpe_encode.c - a text as tokens: piece by piece, and special tokens where they are asked for.
 *
 * Most pieces have been seen before, so the last ones are remembered (piece_memory.c).
 */
#include <string.h>
#include "bpe_parts.h"

enum { WORTH_REMEMBERING = 2048 }; /* bytes of text */

static long encode_new_piece(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    int whole = b->ignore_merges ? bpe_token(b, text, bytes) : -1;
    if (whole >= 0) {
        ids[0] = whole;
        return 1;
    }
    for (size_t i = 0; i < bytes; i++)
        ids[i] = b->byte_id[(unsigned char)text[i]];
    return bpe_encode_piece(b, ids, (long)bytes);
}

static long encode_pieces(const Bpe *b, PieceMemory *memory, const char *text, size_t bytes,
                          int *ids)
{
    long n = 0;
    for (size_t at = 0, length; at < bytes; at += length) {
        length = bpe_piece(b, text, bytes, at);
        long known = piece_recall(memory, text + at, length, ids + n);
        if (known == 0) {
            known = encode_new_piece(b, text + at, length, ids + n);
            piece_remember(memory, text + at, length, ids + n, known);
        }
        n += known;
    }
    return n;
}

/* The longest special token that begins at text[at]; -1: none does. */
static int special_at(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    int found = -1;
    for (long i = 0; i < b->n_special; i++) {
        int id = b->special[i];
        size_t n = bpe_length(b, id);
        if (n > 0 && n <= bytes - at && memcmp(text + at, b->bytes + b->start[id], n) == 0 &&
            (found < 0 || n > bpe_length(b, found)))
            found = id;
    }
    return found;
}

static long encode(const Bpe *b, const char *text, size_t bytes, bool special, int *ids)
{
    Scope *scope = scope_open();
    PieceMemory *memory = bytes > WORTH_REMEMBERING ? piece_memory_new() : NULL;
    long n = 0;
    size_t begin = 0; /* of what is no token yet */
    for (size_t at = 0; special && at < bytes;) {
        int id = special_at(b, text, bytes, at);
        if (id < 0) {
            at++;
            continue;
        }
        n += encode_pieces(b, memory, text + begin, at - begin, ids + n);
        ids[n++] = id;
        begin = at += bpe_length(b, id);
    }
    n += encode_pieces(b, memory, text + begin, bytes - begin, ids + n);
    scope_close(scope);
    return n;
}

long bpe_encode(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    return encode(b, text, bytes, false, ids);
}

long bpe_encode_special(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    return encode(b, text, bytes, b->n_special > 0, ids);
}
