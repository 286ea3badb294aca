/* decode_want.c - 10.12: tokens as text, and what known mistakes make of them. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_ZERO,
    WHOLE_TOKENS,
    SPACES,
    ZERO_BEYOND,
    NO_ROOM_LEFT,
    FIRST_BYTES,
    REPAIRED,
    ZERO_COUNTED,
    STOPS_AT_0,
    WRITTEN,
    TOKENS
} Slip;

/* All bytes of the text; how many. */
static size_t joined(const Bpe *b, const int *ids, long n, size_t room, char *text, Slip slip)
{
    size_t bytes = 0;
    for (long i = 0; i < n; i++) {
        size_t length = b->start[ids[i] + 1] - b->start[ids[i]];
        if (slip == STOPS_AT_0 && memchr(b->bytes + b->start[ids[i]], 0, length) != NULL)
            length = 0; /* no token here holds more than the byte 0 */
        if (slip == WHOLE_TOKENS && bytes + length > room)
            break;
        if (slip == SPACES && i > 0)
            text[bytes++] = ' ';
        memcpy(text + bytes, b->bytes + b->start[ids[i]], slip == FIRST_BYTES ? 1 : length);
        bytes += slip == FIRST_BYTES ? 1 : length;
    }
    for (size_t i = 0; i < bytes && slip == REPAIRED; i++)
        text[i] = (unsigned char)text[i] > 127 ? '?' : text[i];
    return bytes;
}

static Tensor *decoded(const Bpe *b, const int *ids, long n, size_t room, char before, Slip slip)
{
    char text[MOST], out[MOST];
    size_t bytes = joined(b, ids, n, room, text, slip);
    size_t place = slip == NO_ROOM_LEFT && room > 0 ? room - 1 : room;
    memset(out, before, sizeof out);
    memcpy(out, text, bytes < place ? bytes : place);
    bool all = slip != WHOLE_TOKENS || bytes == joined(b, ids, n, room, text, RIGHT);
    if (bytes < room && all && slip != NO_ZERO)
        out[bytes] = '\0';
    else if (slip == ZERO_BEYOND || (slip == NO_ROOM_LEFT && room > 0))
        out[slip == ZERO_BEYOND ? room : place] = '\0';
    return text_listed(out, room + 2);
}

Tensor *decoded_want(const Bpe *b, const int *ids, long n, size_t room, char before)
{
    MISTAKE(decoded(b, ids, n, room, before, NO_ZERO),
            "the 0 behind the text is missing: there was a place for it");
    MISTAKE(decoded(b, ids, n, room, before, WHOLE_TOKENS),
            "a token that does not fit was left away: as many of its bytes are written as have a "
            "place");
    MISTAKE(decoded(b, ids, n, room, before, SPACES),
            "there is a space between tokens: spaces are in the tokens");
    MISTAKE(decoded(b, ids, n, room, before, ZERO_BEYOND), "a 0 was written behind the room");
    MISTAKE(decoded(b, ids, n, room, before, NO_ROOM_LEFT),
            "a place was kept for the 0: it is only written if there is one left");
    MISTAKE(
        decoded(b, ids, n, room, before, STOPS_AT_0),
        "a byte 0 is missing: it is a byte as any other, and bpe_length says where a token ends");
    MISTAKE(decoded(b, ids, n, room, before, FIRST_BYTES),
            "only the first byte of each token was written");
    MISTAKE(
        decoded(b, ids, n, room, before, REPAIRED),
        "bytes above 127 were changed: what is half a character here may go on in the next token");
    return decoded(b, ids, n, room, before, RIGHT);
}

long decoded_bytes_want(const Bpe *b, const int *ids, long n, size_t room)
{
    char text[MOST];
    long bytes = (long)joined(b, ids, n, room, text, RIGHT), place = (long)room;
    MISTAKE_NUMBER((double)(bytes + 1), "the 0 behind the text is none of its bytes");
    MISTAKE_NUMBER((double)n, "that is how many tokens there are, and not bytes");
    MISTAKE_NUMBER((double)joined(b, ids, n, room, text, STOPS_AT_0),
                   "a byte 0 was not counted: it is a byte as any other");
    if (place < bytes) {
        MISTAKE_NUMBER((double)place,
                       "that is how many were written: how many bytes has the whole text?");
        MISTAKE_NUMBER((double)joined(b, ids, n, room, text, WHOLE_TOKENS),
                       "counting stopped where the room ended: how many bytes has the whole text?");
    }
    return bytes;
}
