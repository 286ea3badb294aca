/* tokenizer.c - characters to numbers and back.
 *
 * The simplest vocabulary there is: every character of the text, ordered by code point.
 * Invariant: decoding gives back the same bytes (tensor/files/utf8.h: each character has one form
 * only).
 */
#include <string.h>
#include "nn.h"
#include "utf8.h"

/* The character at an offset of a text, with the message for kindling_error(). */
static size_t next_character(const char *operation, const char *text, size_t bytes, size_t at,
                             uint32_t *character)
{
    const char *why;
    size_t length = utf8_decode(text + at, bytes - at, character, &why);
    if (length == 0)
        kindling_set_error("%s: invalid UTF-8 at byte %zu (0x%02X): %s", operation, at,
                           (unsigned char)text[at], why);
    return length;
}

/* ---- the vocabulary ----------------------------------------------------------------------- */

/* Marks each character of the text; returns how many different ones, -1 on invalid UTF-8. */
static long mark(bool *seen, const char *utf8, size_t bytes)
{
    long distinct = 0;
    for (size_t at = 0; at < bytes;) {
        uint32_t c;
        size_t length = next_character("char_tokenizer_new", utf8, bytes, at, &c);
        if (length == 0)
            return -1;
        distinct += !seen[c];
        seen[c] = true;
        at += length;
    }
    return distinct;
}

CharTokenizer *char_tokenizer_new(const char *utf8, size_t bytes)
{
    if (bytes == 0) {
        kindling_set_error("char_tokenizer_new: the text is empty, so it has no characters");
        return NULL;
    }
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    bool *seen = scope_alloc(scope, (UTF8_LAST + 1) * sizeof *seen);
    memset(seen, 0, (UTF8_LAST + 1) * sizeof *seen);
    long size = mark(seen, utf8, bytes);
    CharTokenizer *t = NULL;
    if (size > 0) {
        t = owned_alloc(sizeof *t);
        t->character = owned_alloc((size_t)size * sizeof *t->character);
        for (uint32_t c = 0; t->size < size; c++) {
            if (seen[c])
                t->character[t->size++] = c;
        }
    }
    scope_close(scope);
    return t;
}

CharTokenizer *char_tokenizer_from(const char *alphabet)
{
    return char_tokenizer_new(alphabet, strlen(alphabet));
}

void char_tokenizer_free(CharTokenizer *t)
{
    if (t == NULL)
        return;
    owned_free(t->character);
    owned_free(t);
}

/* ---- there and back ----------------------------------------------------------------------- */

/* Binary search; -1 if absent. */
static long find(const CharTokenizer *t, uint32_t c)
{
    long low = 0, high = t->size;
    while (low < high) {
        long middle = low + (high - low) / 2;
        if (t->character[middle] < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->size && t->character[low] == c ? low : -1;
}

long char_encode(const CharTokenizer *t, const char *utf8, size_t bytes, int *ids)
{
    long n = 0;
    for (size_t at = 0; at < bytes; n++) {
        uint32_t c;
        size_t length = next_character("char_encode", utf8, bytes, at, &c);
        if (length == 0)
            return -1;
        long id = find(t, c);
        if (id < 0) {
            kindling_set_error("char_encode: U+%04X \"%.*s\" at byte %zu is not among the %ld "
                               "characters of the vocabulary",
                               (unsigned)c, (int)length, utf8 + at, at, t->size);
            return -1;
        }
        ids[n] = (int)id;
        at += length;
    }
    return n;
}

char *char_decode(const CharTokenizer *t, const int *ids, long n)
{
    for (long i = 0; i < n; i++) {
        if (ids[i] < 0 || ids[i] >= t->size)
            fail("char_decode: id %d at position %ld is outside [0, %ld)", ids[i], i, t->size);
    }
    char *text = owned_alloc(4 * (size_t)n + 1), *end = text;
    for (long i = 0; i < n; i++)
        end += utf8_encode(t->character[ids[i]], end);
    return text;
}

char *char_tokenizer_alphabet(const CharTokenizer *t)
{
    char *text = owned_alloc(4 * (size_t)t->size + 1), *end = text;
    for (long i = 0; i < t->size; i++)
        end += utf8_encode(t->character[i], end);
    return text;
}
