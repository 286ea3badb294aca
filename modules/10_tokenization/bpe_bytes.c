/* bpe_bytes.c - GPT-2's way to write bytes as characters that can be seen.
 *
 * Bytes that Latin-1 shows stand for themselves; the others, in their order, are U+0100, U+0101 ...: a space
 * is U+0120, a line break U+010A.
 */
#include "bpe_parts.h"
#include "todo.h"

/* ---- 10.8 ---------------------------------------------------------------------------------------- */

uint32_t bpe_byte_character(unsigned char byte)
{
    /* TODO: the character that stands for this byte.
     *
     * APPROACH
     *   1. bpe_is_shown(byte), given: then it is the byte itself.
     *   2. Else 256, and one more for each byte before this one that is not shown either.
     *
     * EXAMPLE
     *   'A' -> 65     byte 0 -> 256     byte 1 -> 257     ' ' (32) -> 288     127 -> 289
     *
     * HINT: '!' to '~' lie between 32 and 127, and are not counted. */
    todo("10.8 bpe_byte_character");
}

/* ---- 10.9 ---------------------------------------------------------------------------------------- */

int bpe_character_byte(uint32_t character)
{
    /* TODO: the way back: the byte that this character stands for; -1: it stands for none.
     *
     * EXAMPLE
     *   65 -> 'A'     256 -> 0     288 -> 32     32 -> -1     1000 -> -1
     *
     * HINT: only 256 bytes come into question: which of them has this character? */
    todo("10.9 bpe_character_byte");
}
