/* utf8.h - characters of UTF-8 text, one at a time. Private to the library and its tools.
 *
 * A character is a Unicode code point, which UTF-8 writes in one to four bytes:
 *
 *     0xxxxxxx                              up to U+007F
 *     110xxxxx 10xxxxxx                     up to U+07FF
 *     1110xxxx 10xxxxxx 10xxxxxx            up to U+FFFF
 *     11110xxx 10xxxxxx 10xxxxxx 10xxxxxx   up to U+10FFFF
 *
 * Only the shortest form of a character is text (RFC 3629). Longer forms of the same number,
 * surrogates (U+D800 to U+DFFF) and zero bytes are refused, so encoding gives back the same bytes.
 */
#ifndef KINDLING_UTF8_H
#define KINDLING_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_LAST = 0x10FFFF, UTF8_LONGEST = 4 };

/* The character at s, of which `left` > 0 bytes may be read (UTF8_LONGEST, if a zero byte ends s):
 * how many bytes it takes, or 0 with the reason in *why. character and why may be NULL. */
size_t utf8_decode(const char *s, size_t left, uint32_t *character, const char **why);
/* Writes one to UTF8_LONGEST bytes; returns how many. */
size_t utf8_encode(uint32_t character, char *out);
/* Where the first byte is that begins no character, or size if all is text. */
size_t utf8_valid_length(const char *text, size_t size);

#endif
