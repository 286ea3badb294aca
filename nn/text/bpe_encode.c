/* bpe_encode.c - a text as tokens, with special tokens such as <|endoftext|> where they are asked
 * for.
 */
#include <string.h>
#include "bpe_parts.h"

long bpe_encode(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    return bpe_encode_text(b, text, bytes, ids);
}

EXERCISE
int bpe_special_at(const Bpe *b, const char *text, size_t bytes, size_t at)
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
