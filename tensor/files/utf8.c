/* utf8.c - characters of UTF-8 text, one at a time. */
#include "utf8.h"

static size_t length_from(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xC0 ? 0
           : first < 0xE0 ? 2
           : first < 0xF0 ? 3
           : first < 0xF8 ? 4
                          : 0;
}

/* What is wrong with a character that came in so many bytes, or NULL. */
static const char *fault(uint32_t c, size_t length)
{
    static const uint32_t smallest[] = {0, 1, 0x80, 0x800, 0x10000}; /* that needs so many bytes */
    return c == 0                       ? "a zero byte is not text"
           : c < smallest[length]       ? "longer than the shortest form"
           : c >= 0xD800 && c <= 0xDFFF ? "a surrogate is not a character"
           : c > (uint32_t)UTF8_LAST    ? "beyond U+10FFFF"
                                        : NULL;
}

size_t utf8_decode(const char *text, size_t left, uint32_t *character, const char **why)
{
    const unsigned char *s = (const unsigned char *)text;
    const char *reason = "no character starts with this byte";
    size_t length = length_from(s[0]), i = 1;
    uint32_t c = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    while (i < length && i < left && (s[i] & 0xC0) == 0x80)
        c = c << 6 | (s[i++] & 0x3F);
    if (length > 0)
        reason = i == length ? fault(c, length)
                 : i == left ? "the text ends inside a character"
                             : "the character is cut short";
    if (character != NULL)
        *character = c;
    if (why != NULL)
        *why = reason;
    return reason == NULL ? length : 0;
}

size_t utf8_encode(uint32_t c, char *out)
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

size_t utf8_valid_length(const char *text, size_t size)
{
    size_t at = 0, length = 1;
    while (at < size && length > 0) {
        length = utf8_decode(text + at, size - at, NULL, NULL);
        at += length;
    }
    return at;
}
