/* bytes_want.c - 10.8, 10.9: bytes as characters, and what known mistakes make of them. */
#include "want.h"

typedef enum { MAPPED, PLUS_256, FROM_257, ITSELF, NO_ORDER, ALL_COUNTED } ByteSlip;

static bool plain_shown(long byte)
{
    return (byte > 32 && byte < 127) || (byte > 160 && byte < 256 && byte != 173);
}

static long character_of(long byte, ByteSlip slip)
{
    long hidden = 0;
    if (plain_shown(byte) || slip == ITSELF)
        return byte;
    for (long i = 0; i < byte; i++)
        hidden += !plain_shown(i);
    return 256 + (slip == PLUS_256 ? byte : hidden) + (slip == FROM_257);
}

static Tensor *characters(ByteSlip slip)
{
    Tensor *t = blank(SHAPE(256));
    for (long i = 0; i < 256; i++)
        t->data[i] = (real)character_of(i, slip);
    return t;
}

static Tensor *only_beyond(void)
{
    Tensor *t = blank(SHAPE(256));
    for (long i = 0, hidden = 0; i < 256; i++) {
        t->data[i] = (real)(256 + hidden);
        hidden += !plain_shown(i);
    }
    return t;
}

/* The same list from this place on, around once. */
static Tensor *from(Tensor *list, long first)
{
    Tensor *t = blank(SHAPE(list->shape[0]));
    for (long i = 0; i < list->shape[0]; i++)
        t->data[i] = list->data[(first + i) % list->shape[0]];
    return t;
}

Tensor *characters_want(long first)
{
    MISTAKE(from(characters(PLUS_256), first),
            "256 + byte: the bytes that are not shown are numbered without gaps, 256, 257, ...");
    MISTAKE(from(characters(FROM_257), first),
            "one too many: byte 0 is 256, so only the hidden bytes before this one count");
    MISTAKE(from(characters(ITSELF), first),
            "each byte as itself: those that are not shown get characters from 256 on");
    MISTAKE(from(only_beyond(), first), "bytes that are shown stand for themselves");
    return from(characters(MAPPED), first);
}

static Tensor *bytes_back(ByteSlip slip)
{
    Tensor *t = blank(SHAPE(MOST));
    for (long c = 0; c < MOST; c++) {
        t->data[c] = -1;
        for (long i = 0; i < 256; i++)
            if (character_of(i, slip) == c)
                t->data[c] = (real)i;
    }
    return t;
}

static Tensor *bytes_of_ranges(long low, long high, long away)
{
    Tensor *t = bytes_back(MAPPED);
    for (long c = low; c < high; c++)
        t->data[c] = t->data[c] < 0 || away < 0 ? (real)(away < 0 ? -1 : c - away) : t->data[c];
    return t;
}

static Tensor *zeros_for_none(void)
{
    Tensor *t = bytes_back(MAPPED);
    for (long c = 0; c < MOST; c++)
        t->data[c] = c >= 256 && t->data[c] < 0 ? 0 : t->data[c];
    return t;
}

Tensor *bytes_want(long first)
{
    MISTAKE(from(bytes_back(PLUS_256), first),
            "character - 256: the hidden bytes are numbered without gaps");
    MISTAKE(from(bytes_back(ITSELF), first),
            "characters from 256 on stand for bytes, too, and those that are not shown for none");
    MISTAKE(from(bytes_back(FROM_257), first), "one too many: 256 is byte 0");
    MISTAKE(from(bytes_of_ranges(0, 256, 0), first),
            "characters below 256 that are not shown stand for no "
            "byte: a space in a file is only a space");
    MISTAKE(from(bytes_of_ranges(256, MOST, -1), first),
            "characters from 256 on stand for the bytes that are not shown");
    MISTAKE(from(zeros_for_none(), first), "0 is a byte: -1 says that there is none");
    return from(bytes_back(MAPPED), first);
}
