/* character_class.c - is a character a letter, a digit, white space, or something else? */
#include "bpe_parts.h"
#include "utf8.h"

/* Binary search in ranges that are in order and apart. */
static bool is_in(uint32_t c, const CharacterRange *ranges, long count)
{
    long low = 0, high = count;
    while (low < high) {
        long middle = low + (high - low) / 2;
        if (c > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= ranges[low].first;
}

static CharacterClass class_of_ascii(unsigned char c)
{
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
        return CLASS_LETTER;
    if (c >= '0' && c <= '9')
        return CLASS_NUMBER;
    return c == ' ' || (c >= '\t' && c <= '\r') ? CLASS_SPACE : CLASS_OTHER;
}

static _Thread_local long classes_asked;

long character_classes_asked(void)
{
    return classes_asked;
}

CharacterClass character_class(const char *text, size_t bytes, size_t at, size_t *length)
{
    if (QUESTIONS_ARE_COUNTED)
        classes_asked++;
    uint32_t c;
    if (at >= bytes)
        fail("character_class: at %zu, expected less than %zu, the bytes of the text", at, bytes);
    *length = 1;
    if ((unsigned char)text[at] < 0x80)
        return class_of_ascii((unsigned char)text[at]);
    size_t n = utf8_decode(text + at, bytes - at, &c, NULL);
    if (n == 0)
        return CLASS_OTHER;
    *length = n;
    if (is_in(c, unicode_letters, unicode_letters_count))
        return CLASS_LETTER;
    if (is_in(c, unicode_numbers, unicode_numbers_count))
        return CLASS_NUMBER;
    return is_in(c, unicode_spaces, unicode_spaces_count) ? CLASS_SPACE : CLASS_OTHER;
}
