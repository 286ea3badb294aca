/* bpe_encode_text.c - a text as tokens, piece by piece. */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.7 --------------------------------------------------------------------------------------- */

long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    /* TODO: the tokens of a text; returns how many were written to ids, which has room for `bytes`
     * of them.
     *
     * CONTRACT  piece by piece: its bytes as tokens, b->byte_id[byte], then merged (10.4). Where
     *           b->ignore_merges is set, a piece that is a token as it stands is that token.
     *           Bytes above 127 are bytes like others.
     * EXAMPLE   with the one merge (a, b) -> 256: "ab ab" -> 256 32 256
     * HOLDS     decoded (10.9), it is the text.
     * YOU HAVE  bpe_piece(b, text, bytes, at), the length of the piece at `at`; bpe_token(b,
     *           bytes, length): the token with these bytes, or -1; 10.4
     * THINK     char may be signed: which place in an array is text[i] of an é then? Where can
     *           the tokens of a piece be merged, without memory of their own? */
    todo("10.7 bpe_encode_text");
}
