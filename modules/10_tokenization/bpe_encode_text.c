/* bpe_encode_text.c - a text as tokens, piece by piece. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.10 --------------------------------------------------------------------------------------- */

long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    /* TODO: the tokens of a text; return how many were written to ids, which has room for `bytes` of them.
     *
     * APPROACH
     *   1. bpe_piece(b, text, bytes, at), given, is the length of the piece at `at`: 10.7, or GPT-4's.
     *   2. Where b->ignore_merges is set and the piece is a token, bpe_token(b, piece, length) >= 0, it is that token.
     *   3. Else each of its bytes is a token, b->byte_id[byte], and 10.5 merges them.
     *
     * EXAMPLE
     *   with the one merge (a, b) -> 256: "ab ab" -> 256 32 256
     *
     * HINT: char may be signed, and a byte above 127 negative: look it up as an unsigned char. */
    todo("10.10 bpe_encode_text");
}
