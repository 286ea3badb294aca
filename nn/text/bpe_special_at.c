/* bpe_special_at.c - special tokens such as <|endoftext|>, where they stand in a text. */
#include <string.h>
#include "bpe_parts.h"

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
