/* bpe_encode_text.c - a text as tokens, piece by piece. */
#include "bpe_parts.h"

EXERCISE
long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    long n = 0;
    for (size_t at = 0, length; at < bytes; at += length) {
        length = bpe_piece(b, text, bytes, at);
        int whole = b->ignore_merges ? bpe_token(b, text + at, length) : -1;
        if (whole >= 0) {
            ids[n++] = whole;
            continue;
        }
        for (size_t i = 0; i < length; i++)
            ids[n + (long)i] = b->byte_id[(unsigned char)text[at + i]];
        n += bpe_encode_piece(b, ids + n, (long)length);
    }
    return n;
}
