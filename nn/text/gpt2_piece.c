/* gpt2_piece.c - where GPT-2 cuts a text, which it says by a regular expression:
 *
 *     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 *
 * The first of these that fits is taken, as long as it goes. So a space belongs to the word behind
 * it, and of several spaces the last one does: "a  b" is "a", " ", " b".
 */
#include <string.h>
#include "bpe_parts.h"

size_t gpt2_contraction(const char *text, size_t bytes, size_t at)
{
    static const char *const ends[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t n = strlen(ends[i]);
        if (n <= bytes - at && memcmp(text + at, ends[i], n) == 0)
            return n;
    }
    return 0;
}

EXERCISE
size_t gpt2_piece(const char *text, size_t bytes, size_t at)
{
    size_t length = gpt2_contraction(text, bytes, at), last = at;
    if (length > 0)
        return length;

    size_t end = at + (text[at] == ' ');
    if (end < bytes) {
        CharacterClass first = character_class(text, bytes, end, &length);
        if (first != CLASS_SPACE) {
            do
                end += length;
            while (end < bytes && character_class(text, bytes, end, &length) == first);
            return end - at;
        }
    }
    for (end = at; end < bytes && character_class(text, bytes, end, &length) == CLASS_SPACE;
         end += length)
        last = end;
    return end < bytes && last > at ? last - at : end - at; /* the last one goes with the word */
}
