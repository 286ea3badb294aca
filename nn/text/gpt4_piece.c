/* gpt4_piece.c - where GPT-4 (cl100k_base), and Llama 3 after it, cut a text:
 *
 *     (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|
 *      ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 */
#include <string.h>
#include "bpe_parts.h"

/* The small letter of an ASCII letter; U+017F, the long s, is an s whatever the case. */
static int small(const char *text, size_t bytes, size_t at, size_t *length)
{
    *length = 1;
    if (at >= bytes)
        return -1;
    if (at + 1 < bytes && memcmp(text + at, "\xC5\xBF", 2) == 0) {
        *length = 2;
        return 's';
    }
    unsigned char c = (unsigned char)text[at];
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static size_t contraction(const char *text, size_t bytes, size_t at)
{
    size_t one, two;
    if (text[at] != '\'')
        return 0;
    int a = small(text, bytes, at + 1, &one), b = small(text, bytes, at + 1 + one, &two);
    if ((a == 'r' && b == 'e') || (a == 'v' && b == 'e') || (a == 'l' && b == 'l'))
        return 1 + one + two;
    return a > 0 && strchr("stmd", a) != NULL ? 1 + one : 0;
}

/* Behind the characters of a class that begin at `at`, at most `most` of them. */
static size_t run(const char *text, size_t bytes, size_t at, CharacterClass class, int most)
{
    size_t length;
    while (most-- != 0 && at < bytes && character_class(text, bytes, at, &length) == class)
        at += length;
    return at;
}

static bool is_line_break(char c)
{
    return c == '\r' || c == '\n';
}

static size_t white_space(const char *text, size_t bytes, size_t at)
{
    size_t length, last = at, after_break = at, end = at;
    for (; end < bytes && character_class(text, bytes, end, &length) == CLASS_SPACE;
         end += length) {
        last = end;
        after_break = is_line_break(text[end]) ? end + 1 : after_break;
    }
    if (after_break > at)
        return after_break - at;
    bool leaves_one = end < bytes && last > at; /* as GPT-2 does */
    return (leaves_one ? last : end) - at;
}

size_t gpt4_piece(const char *text, size_t bytes, size_t at)
{
    size_t length = contraction(text, bytes, at);
    if (length > 0)
        return length;

    CharacterClass first = character_class(text, bytes, at, &length);
    size_t word =
        at; /* a word may have one character in front that is no digit and breaks no line */
    if ((first == CLASS_OTHER || first == CLASS_SPACE) && !is_line_break(text[at]))
        word = at + length;
    size_t end = run(text, bytes, word, CLASS_LETTER, -1);
    if (end > word)
        return end - at;
    if (first == CLASS_NUMBER)
        return run(text, bytes, at, CLASS_NUMBER, 3) - at;

    word = at + (text[at] == ' ');
    end = run(text, bytes, word, CLASS_OTHER, -1);
    if (end == word)
        return white_space(text, bytes, at);
    while (end < bytes && is_line_break(text[end]))
        end++;
    return end - at;
}

size_t bpe_piece(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    return b->split == SPLIT_GPT4 ? gpt4_piece(text, bytes, at) : gpt2_piece(text, bytes, at);
}
