/* tokenizer.c - characters to numbers and back.
 *
 * The simplest vocabulary there is: every character of the text, ordered by code point. "Character"
 * means Unicode code point, which UTF-8 writes in one to four bytes:
 *
 *     0xxxxxxx                              up to U+007F
 *     110xxxxx 10xxxxxx                     up to U+07FF
 *     1110xxxx 10xxxxxx 10xxxxxx            up to U+FFFF
 *     11110xxx 10xxxxxx 10xxxxxx 10xxxxxx   up to U+10FFFF
 *
 * Invariant: only the shortest form of a character is text. Longer forms of the same number,
 * surrogates (U+D800 to U+DFFF) and zero bytes are refused, so decoding gives back the same bytes.
 */
#include "nn.h"
#include <string.h>

enum { LAST_CODE_POINT = 0x10FFFF };

/* ---- UTF-8 -------------------------------------------------------------------------------- */

/* One character from at most `left` bytes: its length, or 0 with the reason in *why. */
static size_t decode(const unsigned char *s, size_t left, uint32_t *character, const char **why)
{
    static const uint32_t smallest[] = {0, 1, 0x80, 0x800, 0x10000}; /* that needs so many bytes */
    size_t length = s[0] < 0x80   ? 1
                    : s[0] < 0xC0 ? 0
                    : s[0] < 0xE0 ? 2
                    : s[0] < 0xF0 ? 3
                    : s[0] < 0xF8 ? 4
                                  : 0;
    *why = "no character starts with this byte";
    if (length == 0)
        return 0;
    uint32_t c = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        *why = i == left ? "the text ends inside a character" : "the character is cut short";
        if (i == left || (s[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3F);
    }
    *why = c == 0                          ? "a zero byte is not text"
           : c < smallest[length]          ? "longer than the shortest form"
           : c >= 0xD800 && c <= 0xDFFF    ? "a surrogate is not a character"
           : c > (uint32_t)LAST_CODE_POINT ? "beyond U+10FFFF"
                                           : NULL;
    *character = c;
    return *why == NULL ? length : 0;
}

/* Writes one to four bytes; returns how many. */
static size_t encode(uint32_t c, char *out)
{
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    out[0] = (char)(lead[length] | c);
    return length;
}

/* decode at an offset of a text, with the message for kindling_error(). */
static size_t next_character(const char *operation, const char *text, size_t bytes, size_t at,
                             uint32_t *character)
{
    const char *why;
    const unsigned char *s = (const unsigned char *)text + at;
    size_t length = decode(s, bytes - at, character, &why);
    if (length == 0)
        kindling_set_error("%s: invalid UTF-8 at byte %zu (0x%02X): %s", operation, at, s[0], why);
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
    Scope *scope = scope_open();
    bool *seen = scope_alloc(scope, (LAST_CODE_POINT + 1) * sizeof *seen);
    memset(seen, 0, (LAST_CODE_POINT + 1) * sizeof *seen);
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
        end += encode(t->character[ids[i]], end);
    return text;
}

char *char_tokenizer_alphabet(const CharTokenizer *t)
{
    char *text = owned_alloc(4 * (size_t)t->size + 1), *end = text;
    for (long i = 0; i < t->size; i++)
        end += encode(t->character[i], end);
    return text;
}
