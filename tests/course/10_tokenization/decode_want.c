/* decode_want.c - 10.9: tokens as text. */
#include "want.h"

/* All bytes of the text; how many. */
static size_t joined(const Bpe *b, const int *ids, long n, char *text)
{
    size_t bytes = 0;
    for (long i = 0; i < n; i++) {
        size_t length = b->start[ids[i] + 1] - b->start[ids[i]];
        memcpy(text + bytes, b->bytes + b->start[ids[i]], length);
        bytes += length;
    }
    return bytes;
}

Tensor *decoded_want(const Bpe *b, const int *ids, long n, size_t room, char before)
{
    char text[MOST], out[MOST];
    size_t bytes = joined(b, ids, n, text);
    memset(out, before, sizeof out);
    memcpy(out, text, bytes < room ? bytes : room);
    if (bytes < room)
        out[bytes] = '\0';
    return text_listed(out, room + 2);
}

long decoded_bytes_want(const Bpe *b, const int *ids, long n)
{
    char text[MOST];
    return (long)joined(b, ids, n, text);
}
