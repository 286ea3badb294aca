/* gpt2_piece.c - where GPT-2 cuts a text, which it says by a regular expression:
 *
 *     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 *
 * The first of these that fits is taken, as long as it goes. So a space belongs to the word behind it, and of
 * several spaces the last one does: "a  b" is "a", " ", " b".
 */
#include <string.h>
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.6 ---------------------------------------------------------------------------------------- */

size_t gpt2_contraction(const char *text, size_t bytes, size_t at)
{
    /* TODO: how many bytes 's, 't, 're, 've, 'm, 'll or 'd has, if one of them begins at text[at]; else 0.
     *
     * APPROACH
     *   1. A table of the seven, and a loop over it.
     *   2. One fits if text has as many bytes left, bytes - at, and they are the same: memcmp.
     *
     * EXAMPLE
     *   "it's", at 2: 2     "we'll", at 2: 3     "IT'S", at 2: 0     "it's", at 0: 0
     *
     * HINT: the text does not end with a 0: look at no byte beyond text[bytes - 1]. */
    todo("10.6 gpt2_contraction");
}

/* ---- 10.7 ---------------------------------------------------------------------------------------- */

size_t gpt2_piece(const char *text, size_t bytes, size_t at)
{
    /* TODO: how many bytes the piece has that begins at text[at].
     *
     * APPROACH
     *   1. A contraction is a piece (10.6).
     *   2. character_class(text, bytes, where, &length), given, says of the character at `where` whether it is
     *      CLASS_LETTER, CLASS_NUMBER, CLASS_SPACE or CLASS_OTHER, and how many bytes it has. where < bytes.
     *   3. One ' ' may come first. If a character behind it (or the first one) is no white space, the piece goes on as
     *      long as characters are of the same class as that one.
     *   4. Else it is white space. If a word follows, the last character of it is left for that word, unless it is
     *      the only one.
     *
     * EXAMPLE
     *   "I'm 23 years." -> "I" "'m" " 23" " years" "."     "a  b" -> "a" " " " b"     "a  " -> "a" "  "
     *
     * HINT: only ' ' goes with a word; "\nword" is "\n", "word". */
    todo("10.7 gpt2_piece");
}
