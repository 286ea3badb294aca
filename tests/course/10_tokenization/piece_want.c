/* piece_want.c - 10.4: where GPT-2 cuts a text. */
#include "want.h"

static size_t contraction(const char *text, size_t bytes, size_t at)
{
    static const char *const all[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
    for (int i = 0; i < 7; i++) {
        size_t n = strlen(all[i]);
        if (n <= bytes - at && memcmp(text + at, all[i], n) == 0)
            return n;
    }
    return 0;
}

/* The characters beyond ASCII that the tests use. */
static CharacterClass plain_class(const char *text, size_t bytes, size_t at, size_t *length)
{
    static const struct {
        const char *text;
        CharacterClass class;
    } known[] = {{"\xC3\xA9", CLASS_LETTER},
                 {"\xE4\xB8\xAD", CLASS_LETTER},
                 {"\xC2\xBD", CLASS_NUMBER},
                 {"\xC2\xA0", CLASS_SPACE},
                 {"\xE2\x80\x9C", CLASS_OTHER}};
    char c = text[at];
    *length = 1;
    for (int i = 0; i < 5; i++) {
        size_t n = strlen(known[i].text);
        if (n <= bytes - at && memcmp(text + at, known[i].text, n) == 0) {
            *length = n;
            return known[i].class;
        }
    }
    if (c >= '0' && c <= '9')
        return CLASS_NUMBER;
    if ((c | 32) >= 'a' && (c | 32) <= 'z')
        return CLASS_LETTER;
    return c == ' ' || (c >= '\t' && c <= '\r') ? CLASS_SPACE : CLASS_OTHER;
}

/* Behind all characters of this class; *last: where the last of them begins. */
static size_t run_end(const char *text, size_t bytes, size_t at, CharacterClass class, size_t *last)
{
    size_t length = 0;
    while (at < bytes && plain_class(text, bytes, at, &length) == class) {
        *last = at;
        at += length;
    }
    return at;
}

size_t plain_piece(const char *text, size_t bytes, size_t at)
{
    size_t length = contraction(text, bytes, at), last = at;
    if (length > 0)
        return length;
    size_t begin = at + (text[at] == ' ');
    if (begin < bytes && plain_class(text, bytes, begin, &length) != CLASS_SPACE)
        return run_end(text, bytes, begin, plain_class(text, bytes, begin, &length), &last) - at;
    size_t end = run_end(text, bytes, at, CLASS_SPACE, &last);
    return end < bytes && last > at ? last - at
                                    : end - at; /* the last one goes with what follows */
}

Tensor *pieces_want(const char *text, size_t bytes)
{
    int lengths[MOST];
    long n = 0;
    for (size_t at = 0, length; at < bytes; at += length)
        lengths[n++] = (int)(length = plain_piece(text, bytes, at));
    return listed(lengths, n);
}

long questions_most(const char *text, size_t bytes)
{
    long characters = 0;
    for (size_t at = 0, length; at < bytes; at += length, characters++)
        plain_class(text, bytes, at, &length);
    return characters + 2 * pieces_want(text, bytes)->shape[0];
}
