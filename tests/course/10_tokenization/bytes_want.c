/* bytes_want.c - 10.6: bytes as characters, and back. */
#include "want.h"

static bool plain_shown(long byte)
{
    return (byte > 32 && byte < 127) || (byte > 160 && byte < 256 && byte != 173);
}

static long character_of(long byte)
{
    long hidden = 0;
    for (long i = 0; i < byte; i++)
        hidden += !plain_shown(i);
    return plain_shown(byte) ? byte : 256 + hidden;
}

/* From byte `first` on, around once. */
Tensor *characters_want(long first)
{
    Tensor *t = blank(SHAPE(256));
    for (long i = 0; i < 256; i++)
        t->data[i] = (real)character_of((first + i) % 256);
    return t;
}

/* From character `first` on, around once. */
Tensor *bytes_want(long first)
{
    Tensor *t = blank(SHAPE(MOST));
    for (long k = 0; k < MOST; k++) {
        t->data[k] = -1;
        for (long i = 0; i < 256; i++)
            if (character_of(i) == (first + k) % MOST)
                t->data[k] = (real)i;
    }
    return t;
}
