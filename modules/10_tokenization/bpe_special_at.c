/* bpe_special_at.c - special tokens such as <|endoftext|>, where they stand in a text. */
#include <string.h>
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.11 --------------------------------------------------------------------------------------- */

int bpe_special_at(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    /* TODO: the special token that begins at text[at]: the longest, if several do; -1: none does.
     *
     * APPROACH
     *   1. Special tokens are b->special[0] to b->special[b->n_special - 1]. Token id has bpe_length(b, id) bytes, which
     *      begin at b->bytes + b->start[id].
     *   2. One fits if it has bytes, the text has as many left, and they are the same.
     *
     * EXAMPLE
     *   special: 256 "<|end|>", 257 "<|end|>er"     "a<|end|>er" at 1: 257, at 0: -1
     *
     * HINT: "<|en" at the end of the text is only text. */
    todo("10.11 bpe_special_at");
}
