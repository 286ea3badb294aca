/* bpe_encode_text.c - a text as tokens, piece by piece. */
#include "bpe_parts.h"

long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    long count = 0;
    size_t at = 0;
    while (at < bytes) {
        size_t length = bpe_piece(b, text, bytes, at);
        int whole = -1;
        if (b->ignore_merges)
            whole = bpe_token(b, text + at, length);

        if (whole != -1) {
            ids[count] = whole;
            count++;
        } else {
            int *piece = ids + count;
            for (size_t i = 0; i < length; i++) {
                unsigned char byte = (unsigned char)text[at + i];
                piece[i] = b->byte_id[byte];
            }
            count += bpe_encode_piece(b, piece, (long)length);
        }
        at += length;
    }
    return count;
}
