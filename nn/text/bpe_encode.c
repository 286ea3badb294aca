/* bpe_encode.c - a text as tokens, with special tokens where they are asked for. */
#include "bpe_parts.h"

long bpe_encode(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    return bpe_encode_text(b, text, bytes, ids);
}

long bpe_encode_special(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    long n = 0;
    size_t begin = 0; /* of what is no token yet */
    for (size_t at = 0; at < bytes && b->n_special > 0;) {
        int id = bpe_special_at(b, text, bytes, at);
        if (id < 0) {
            at++;
            continue;
        }
        n += bpe_encode_text(b, text + begin, at - begin, ids + n);
        ids[n++] = id;
        begin = at += bpe_length(b, id);
    }
    return n + bpe_encode_text(b, text + begin, bytes - begin, ids + n);
}
