/* bpe_special_at.c - special tokens such as <|endoftext|>, where they stand in a text. */
#include <string.h>
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.8 --------------------------------------------------------------------------------------- */

int bpe_special_at(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    /* TODO: the special token that begins at text[at]: the longest, if several do; -1: none does.
     *
     * CONTRACT  special tokens are b->special[0 .. n_special - 1]; token id has bytes that begin
     *           at b->bytes + b->start[id]; no two have the same bytes.
     * EXAMPLE   special: 256 "<|end|>", 257 "<|end|>er"     "a<|end|>er" at 1: 257, at 0: -1
     *           "<|en" at the end of a text is only text
     * HOLDS     a token that is found has bytes, and they are those of the text from `at` on.
     * YOU HAVE  bpe_length(b, id), memcmp
     * THINK     three conditions make a token fit: which one must be asked before memcmp? */
    todo("10.8 bpe_special_at");
}
