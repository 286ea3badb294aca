/* gpt2_piece.c - where GPT-2 cuts a text, which it says by a regular expression:
 *
 *     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 *
 * The first of these that fits is taken, as long as it goes. So a space belongs to the word behind it, and of
 * several spaces the last one does: "a  b" is "a", " ", " b".
 */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.4 ---------------------------------------------------------------------------------------- */

size_t gpt2_piece(const char *text, size_t bytes, size_t at)
{
    /* TODO: how many bytes the piece has that begins at text[at].
     *
     * CONTRACT  the first alternative of the expression that fits, as long as it goes. The last
     *           two say: white space, but if something else follows, all of it except its last
     *           character, unless that is the only one. Only ' ' goes with a word. Characters
     *           have up to four bytes.
     * BUDGET    (each question for a class is counted) right pieces earn 12 points; the last 6
     *           are for a text of n characters in p pieces that is cut from end to end with at most
     *           n + 2 p questions.
     * EXAMPLE   "I'm 23 years." -> "I" "'m" " 23" " years" "."     "a  b" -> "a" " " " b"     "a  " -> "a" "  "
     *           "\nword" -> "\n" "word"
     * HOLDS     pieces, one behind the other, are the text.
     * YOU HAVE  gpt2_contraction(text, bytes, at): how many bytes 's, 't, 're, 've, 'm, 'll or 'd
     *           has, if one of them begins there, else 0; character_class(text, bytes, where,
     *           &length), where < bytes: CLASS_LETTER, CLASS_NUMBER, CLASS_SPACE or CLASS_OTHER, and
     *           the bytes of this character
     * THINK     which of the alternatives begin alike, and can be one case? What must you
     *           remember while you walk over white space? */
    todo("10.4 gpt2_piece");
}
