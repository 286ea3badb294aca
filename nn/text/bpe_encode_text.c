/* bpe_encode_text.c - a text as tokens, the same ones as its plain twin in nn/plain/ makes.
 *
 * Most pieces have been seen before, so the last ones are remembered (piece_memory.c).
 */
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

EXERCISE
long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    Scope *scope = scope_open();
    PieceMemory *memory = bytes > WORTH_REMEMBERING ? piece_memory_new() : NULL;
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
    scope_close(scope);
    return n;
}
