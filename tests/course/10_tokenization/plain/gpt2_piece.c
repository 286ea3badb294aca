/* gpt2_piece.c - where GPT-2 cuts a text, one alternative after the other. */
#include <string.h>
#include "bpe_parts.h"

/* Where the characters of one class end that begin at `at`. */
static size_t end_of_class(const char *text, size_t bytes, size_t at, CharacterClass class)
{
    while (at < bytes) {
        size_t length;
        if (character_class(text, bytes, at, &length) != class)
            break;
        at += length;
    }
    return at;
}

/* White space at `at`: all of it, or all but its last character. */
static size_t space_piece(const char *text, size_t bytes, size_t at)
{
    size_t end = at, last = at; /* where it ends, and where its last character begins */
    while (end < bytes) {
        size_t length;
        if (character_class(text, bytes, end, &length) != CLASS_SPACE)
            break;
        last = end;
        end += length;
    }
    if (end == bytes) /* nothing follows */
        return end - at;
    if (last == at) /* it is the only one */
        return end - at;
    return last - at;
}

size_t gpt2_piece(const char *text, size_t bytes, size_t at)
{
    size_t contraction = gpt2_contraction(text, bytes, at);
    if (contraction > 0)
        return contraction;

    size_t begin = at;
    if (text[at] == ' ' && at + 1 < bytes)
        begin = at + 1;
    size_t length;
    CharacterClass class = character_class(text, bytes, begin, &length);
    if (class != CLASS_SPACE)
        return end_of_class(text, bytes, begin, class) - at;
    return space_piece(text, bytes, at);
}
