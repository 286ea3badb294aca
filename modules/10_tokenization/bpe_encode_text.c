/* bpe_encode_text.c - a text as tokens, piece by piece. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.5 --------------------------------------------------------------------------------------- */

long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    /* TODO: the tokens of a text; returns how many were written to ids, which has room for `bytes`
     * of them.
     *
     * CONTRACT  no token reaches across two pieces of the text, and no other memory than ids is
     *           needed. Where b->ignore_merges is set, a piece that is a token as it stands is that token.
     * EXAMPLE   with the one merge (a, b) -> 256: "ab ab" -> 256 32 256. In GPT-2's vocabulary
     *           "!" -> 0
     * HOLDS     bpe_decode makes the same text of them again, whatever bytes it has: é, a byte 0,
     *           half a character.
     * YOU HAVE  b->byte_id, the token of each byte; bpe_piece(b, text, bytes, at), the length of the
     *           piece at `at`; bpe_token(b, bytes, length): the token with these bytes, or -1; 10.3
     * THINK     char may be signed: which place in an array is text[i] of an é then? Where can
     *           the tokens of a piece be merged, without memory of their own? */
    todo("10.5 bpe_encode_text");
}
