/* bpe_special_at.c - special tokens such as <|endoftext|>, where they stand in a text. */
#include <string.h>
#include "bpe_parts.h"

int bpe_special_at(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    int best = -1;
    size_t longest = 0;
    size_t left = bytes - at;
    for (long s = 0; s < b->n_special; s++) {
        int id = b->special[s];
        size_t length = bpe_length(b, id);
        if (length == 0 || length > left)
            continue;
        if (memcmp(text + at, b->bytes + b->start[id], length) != 0)
            continue;
        if (length > longest) {
            best = id;
            longest = length;
        }
    }
    return best;
}
