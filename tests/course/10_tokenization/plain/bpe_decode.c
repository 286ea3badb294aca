/* bpe_decode.c - tokens as text, byte by byte. */
#include <string.h>
#include "bpe_parts.h"

size_t bpe_decode(const Bpe *b, const int *ids, long n, char *out, size_t room)
{
    bpe_decode_check(b, ids, n);

    size_t total = 0;
    for (long i = 0; i < n; i++) {
        const unsigned char *token = b->bytes + b->start[ids[i]];
        size_t length = bpe_length(b, ids[i]);
        for (size_t j = 0; j < length; j++) {
            if (total < room)
                out[total] = (char)token[j];
            total++;
        }
    }
    if (total < room)
        out[total] = 0;
    return total;
}
