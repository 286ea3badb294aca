/* bpe_decode.c - tokens as text: the bytes of each, one behind the other.
 *
 * A token may end in the middle of a character, so bytes are only text when all of them are there.
 */
#include <string.h>
#include "bpe_parts.h"

void bpe_decode_check(const Bpe *b, const int *ids, long n)
{
    for (long i = 0; i < n; i++)
        if (ids[i] < 0 || ids[i] >= b->size)
            fail("bpe_decode: id %d at position %ld is outside [0, %ld)", ids[i], i, b->size);
}

size_t bpe_decode(const Bpe *b, const int *ids, long n, char *out, size_t room)
{
    bpe_decode_check(b, ids, n);
    size_t bytes = 0;
    for (long i = 0; i < n; i++) {
        size_t length = bpe_length(b, ids[i]);
        size_t fits = bytes >= room ? 0 : length < room - bytes ? length : room - bytes;
        if (fits > 0)
            memcpy(out + bytes, b->bytes + b->start[ids[i]], fits);
        bytes += length;
    }
    if (bytes < room)
        out[bytes] = '\0';
    return bytes;
}
